/// @file
/// @brief Pictures: every kind of file is read, what is written is read back, and other files get one line.
#include "lockstep/image.hpp"

#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "png_maker.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Image;
using lockstep::read_image;
using lockstep::TemporaryFolder;
using lockstep::to_grey;
using lockstep::UsageError;
using lockstep::write_image;
using lockstep::testing::png;
using lockstep::testing::png_chunk;
using lockstep::testing::png_header;
using lockstep::testing::PngColour;
using lockstep::testing::zlib_stored;
using namespace std::string_literals;
using Bytes = std::vector<std::uint8_t>;

namespace {

/// A file with this content, read.
Image image_of(const std::string& content) {
  const TemporaryFolder folder;
  const std::string path = folder / "picture";
  std::ofstream(path, std::ios::binary) << content;
  return read_image(path);
}

/// What reading it says.
std::string complaint_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}
std::string complaint_about(const std::string& content) {
  return complaint_of([&] { image_of(content); });
}

void check_says(const std::string& complaint, const std::string& part) {
  INFO(complaint);
  CHECK(complaint.find(part) != std::string::npos);
  CHECK(complaint.find('\n') == std::string::npos);
}

void check_pixels(const Image& image, std::int64_t width, std::int64_t height, int channels, const Bytes& bytes) {
  CHECK(image.width == width);
  CHECK(image.height == height);
  CHECK(image.channels == channels);
  CHECK(image.bytes == bytes);
}

Image pattern(std::int64_t width, std::int64_t height, int channels) {
  Image image{.width = width, .height = height, .channels = channels};
  for (std::int64_t i = 0; i < width * height * channels; ++i) image.bytes.push_back(static_cast<std::uint8_t>(i * i + 7 * i));
  return image;
}

}  // namespace

TEST_CASE("image: PGM and PPM, as text and as bytes", "[image]") {
  check_pixels(image_of("P2 3 2 255\n0 1 2\n253 254 255\n"), 3, 2, 1, {0, 1, 2, 253, 254, 255});
  check_pixels(image_of("P3\n1 2\n255\n1 2 3 4 5 6"), 1, 2, 3, {1, 2, 3, 4, 5, 6});
  check_pixels(image_of("P5 2 1 255\n\x0a\x23"), 2, 1, 1, {10, 35});  // a line feed and a # are pixels here
  check_pixels(image_of("P6 1 1 255 abc and more"), 1, 1, 3, {'a', 'b', 'c'});
}

TEST_CASE("image: comments and blanks in the header of a PGM", "[image]") {
  check_pixels(image_of("P2#made by hand\n # 9 9\n\t1\r\n2 # width and height\n255 7\n8"), 1, 2, 1, {7, 8});
}

TEST_CASE("image: other numbers of levels become the nearest of 256", "[image]") {
  check_pixels(image_of("P2 4 1 1 0 1 1 0"), 4, 1, 1, {0, 255, 255, 0});
  check_pixels(image_of("P2 5 1 100 0 1 50 99 100"), 5, 1, 1, {0, 3, 128, 252, 255});
  check_pixels(image_of("P5 2 1 15\n\x01\x0f"), 2, 1, 1, {17, 255});
  check_pixels(image_of("P2 3 1 65535 128 129 65535"), 3, 1, 1, {0, 1, 255});
  check_pixels(image_of("P5 2 1 1000\n\x01\xf4\x03\xe8"s), 2, 1, 1, {128, 255});  // 500 and 1000, two bytes each
}

TEST_CASE("image: PNG of 1 to 16 bits of grey", "[image]") {
  check_pixels(image_of(png(10, 1, 1, PngColour::grey, "\0\xa5\x40"s)), 10, 1, 1, {255, 0, 255, 0, 0, 255, 0, 255, 0, 255});
  check_pixels(image_of(png(3, 1, 4, PngColour::grey, "\0\x0f\x70"s)), 3, 1, 1, {0, 255, 119});
  check_pixels(image_of(png(2, 2, 8, PngColour::grey, "\0\x01\x02\0\xfe\xff"s)), 2, 2, 1, {1, 2, 254, 255});
  check_pixels(image_of(png(3, 1, 16, PngColour::grey, "\0\0\0\x80\x80\xff\xff"s)), 3, 1, 1, {0, 128, 255});
}

TEST_CASE("image: PNG of colours, of 8 and 16 bits, and of a palette", "[image]") {
  check_pixels(image_of(png(2, 1, 8, PngColour::rgb, "\0\x01\x02\x03\xff\xfe\xfd"s)), 2, 1, 3, {1, 2, 3, 255, 254, 253});
  check_pixels(image_of(png(1, 1, 16, PngColour::rgb, "\0\x01\x01\x80\x80\xff\xff"s)), 1, 1, 3, {1, 128, 255});
  const std::string palette = png_chunk("PLTE", "\x10\x20\x30\xf0\xe0\xd0");
  check_pixels(image_of(png(2, 1, 8, PngColour::palette, "\0\x01\0"s, palette)), 2, 1, 3, {0xf0, 0xe0, 0xd0, 0x10, 0x20, 0x30});
}

TEST_CASE("image: what is transparent lies on white", "[image]") {
  check_pixels(image_of(png(2, 1, 8, PngColour::grey_alpha, "\0\x09\xff\x09\0"s)), 2, 1, 1, {9, 255});
  check_pixels(image_of(png(2, 1, 8, PngColour::rgb_alpha, "\0\x01\x02\x03\xff\x01\x02\x03\0"s)), 2, 1, 3, {1, 2, 3, 255, 255, 255});
  const std::string palette = png_chunk("PLTE", "\x10\x20\x30") + png_chunk("tRNS", "\0"s);
  check_pixels(image_of(png(1, 1, 8, PngColour::palette, "\0\0"s, palette)), 1, 1, 3, {255, 255, 255});
  const auto half = image_of(png(1, 1, 8, PngColour::grey_alpha, "\0\0\x80"s)).bytes.at(0);
  CHECK(half > 64);
  CHECK(half < 224);
}

TEST_CASE("image: what is written is read back, whatever the shape", "[image]") {
  const TemporaryFolder folder;
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 100}, {257, 1}, {33, 31}, {640, 480}})
    for (const int channels : {1, 3})
      for (const std::string name : {"a.png", channels == 1 ? "a.pgm" : "a.ppm"}) {
        CAPTURE(width, height, channels, name);
        const Image image = pattern(width, height, channels);
        write_image(folder / name, image);
        check_pixels(read_image(folder / name), width, height, channels, image.bytes);
      }
}

TEST_CASE("image: the brightness of colours", "[image]") {
  check_pixels(to_grey(Image{4, 1, 3, {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}}), 4, 1, 1, {76, 150, 29, 255});
  for (unsigned level = 0; level < 256; ++level) {
    const auto byte = static_cast<std::uint8_t>(level);
    CHECK(to_grey(Image{1, 1, 3, {byte, byte, byte}}).bytes == Bytes{byte});
  }
  check_pixels(to_grey(pattern(3, 2, 1)), 3, 2, 1, pattern(3, 2, 1).bytes);
}

TEST_CASE("image: a file that is not there, or no file", "[image]") {
  const TemporaryFolder folder;
  check_says(complaint_of([&] { read_image(folder / "none.png"); }), "none.png: No such file or directory");
  check_says(complaint_of([&] { read_image(folder / ""); }), "it is a directory");
  check_says(complaint_of([] { read_image("/dev/zero"); }), "it is not a PNG, PGM or PPM");
}

TEST_CASE("image: an empty file, and files of other kinds", "[image]") {
  check_says(complaint_about(""), "it is empty");
  for (const std::string& content : {"P"s, "P5"s, "P1 1 1 0"s, "P4 8 1 x"s, "P7\n"s, "GIF89a"s, "\xff\xd8\xff\xe0 JFIF"s, "\x89PNG"s})
    check_says(complaint_about(content), "it is not a PNG, PGM or PPM (P2, P3, P5 or P6)");
}

TEST_CASE("image: a PGM whose header is wrong", "[image]") {
  for (const char* header :
       {"P5 ", "P5 x", "P5 0 5 255\n", "P5 5 0 255\n", "P5 -3 5 255\n", "P5 5", "P5 99999999999 1 255\n", "P5 # 5 5 255"})
    check_says(complaint_about(header), "its header has no width and height of at least 1");
  for (const char* header : {"P5 1 1", "P5 1 1 0\n1", "P5 1 1 65536\n11", "P5 1 1 x"})
    check_says(complaint_about(header), "its header has no maximum value from 1 to 65535");
}

TEST_CASE("image: a PGM that is cut off, or has wrong values", "[image]") {
  check_says(complaint_about("P5 10 10 255\n123"), "it is cut off: 10 x 10 pixels need 100 bytes, but it has 3");
  check_says(complaint_about("P6 2 1 1000\n1234567"), "need 12 bytes, but it has 7");
  check_says(complaint_about("P2 10 10 255\n1 2 3"), "need at least 199 bytes");
  check_says(complaint_about("P2 2 1 255\n1    "), "value 2 of 2 is missing");
  check_says(complaint_about("P2 2 1 255\n1 x"), "value 2 of 2 is missing, or not a number from 0 to 255");
  check_says(complaint_about("P2 2 1 255\n1 -2"), "value 2 of 2 is missing");
  check_says(complaint_about("P2 2 1 7\n1 8"), "a value of 8 is above the maximum, 7");
  check_says(complaint_about("P5 2 1 7\n\x01\x08"), "a value of 8 is above the maximum, 7");
}

TEST_CASE("image: a header that promises more than memory is refused before any is asked for", "[image]") {
  check_says(complaint_about("P5 2000000000 2000000000 255\n"), "take more than 1024 MiB");
  check_says(complaint_about("P3 20000 20000 255\n"), "20000 x 20000 pixels take more than 1024 MiB");
  check_says(complaint_about("P5 30000 30000 255\n12"), "it is cut off");
  const auto promise = [](std::uint32_t width, std::uint32_t height) {
    return png_header(width, height, 8, PngColour::rgb) + png_chunk("IDAT", zlib_stored("\0"s)) + png_chunk("IEND", {});
  };
  check_says(complaint_about(promise(900000, 900000)), "take more than 1024 MiB");
  check_says(complaint_about(promise(10000, 10000)), "10000 x 10000 pixels do not fit in");
  check_says(complaint_about(promise(0xffffffff, 0xffffffff)), "libpng says");
}

TEST_CASE("image: a PNG that is damaged anywhere, or cut off anywhere, is refused or the same", "[image]") {
  const std::string whole = png(2, 2, 8, PngColour::grey, "\0\x01\x02\0\xfe\xff"s);
  const Bytes pixels{1, 2, 254, 255};
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    const bool complete = length >= whole.size() - 12;  // only the end's own chunk is missing
    const std::string complaint = complaint_about(whole.substr(0, length));
    CHECK(complaint.find('\n') == std::string::npos);
    if (!complete) CHECK(complaint != "");
  }
  for (std::size_t at = 0; at + 12 < whole.size(); ++at) {
    CAPTURE(at);
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    std::string complaint;
    Bytes got;
    complaint = complaint_of([&] { got = image_of(damaged).bytes; });
    if (complaint.empty()) CHECK(got == pixels);
  }
}

TEST_CASE("image: a palette without its colour, and a PNG without pixels", "[image]") {
  CHECK(complaint_about(png(1, 1, 8, PngColour::palette, "\0\0"s)) != "");
  CHECK(complaint_about(png_header(1, 1, 8, PngColour::grey) + png_chunk("IEND", {})) != "");
}

TEST_CASE("image: the name says the format", "[image]") {
  const TemporaryFolder folder;
  check_says(complaint_of([&] { write_image(folder / "a.jpg", pattern(2, 2, 1)); }), "must end in .png or .pgm");
  check_says(complaint_of([&] { write_image(folder / "a.pgm", pattern(2, 2, 3)); }), "must end in .png or .ppm");
  check_says(complaint_of([&] { write_image(folder / "none/a.png", pattern(2, 2, 1)); }), "No such file or directory");
  CHECK(folder.empty());
}
