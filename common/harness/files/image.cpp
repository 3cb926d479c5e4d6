/// @file
/// @brief Reads and writes pictures.
#include "lockstep/image.hpp"

#include <fmt/format.h>
#include <png.h>

#include <new>
#include <string_view>

#include "harness/files/netpbm.hpp"
#include "lockstep/usage_error.hpp"
#include "support/input_file.hpp"
#include "support/output_file.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of a picture, and of a file
constexpr std::size_t kMostInflation = 1032;              // bytes that a byte of zlib's format can stand for
constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

bool is_png(std::string_view content) { return content.starts_with(kPngSignature); }
bool is_netpbm(std::string_view content) {
  return content.size() > 2 && content[0] == 'P' && std::string_view("2356").find(content[1]) != std::string_view::npos;
}

/// Stops reading a file of another kind after its beginning.
void inspect(std::string_view content, std::string_view) {
  if (content.empty()) throw UsageError("it is empty");
  if (!is_png(content) && !is_netpbm(content)) throw UsageError("it is not a PNG, PGM or PPM (P2, P3, P5 or P6)");
  if (content.size() > kMostBytes) throw UsageError(fmt::format("it is larger than {} MiB", kMostBytes >> 20));
}

/// libpng's simplified reader or writer, whose memory is freed.
class Png {
 public:
  Png() { image_.version = PNG_IMAGE_VERSION; }
  Png(const Png&) = delete;
  Png& operator=(const Png&) = delete;
  ~Png() { png_image_free(&image_); }
  png_image* operator->() { return &image_; }
  png_image* get() { return &image_; }
  /// @throws UsageError with libpng's own words
  void require(int success) const {
    if (success == 0) throw UsageError(fmt::format("libpng says: {}", image_.message));
  }

 private:
  png_image image_{};
};

void check_extent(std::uint64_t width, std::uint64_t height, std::uint64_t channels, std::size_t file_bytes) {
  if (width * height * channels > kMostBytes)
    throw UsageError(fmt::format("{} x {} pixels take more than {} MiB", width, height, kMostBytes >> 20));
  if (width * height > 8 * kMostInflation * file_bytes)  // 8: a pixel may be a bit
    throw UsageError(fmt::format("{} x {} pixels do not fit in {} bytes: it is damaged or cut off", width, height, file_bytes));
}

Image read_png(std::string_view content) {
  Png png;
  png.require(png_image_begin_read_from_memory(png.get(), content.data(), content.size()));
  const bool is_colour = (png->format & PNG_FORMAT_FLAG_COLOR) != 0;
  Image image{.width = png->width, .height = png->height, .channels = is_colour ? 3 : 1};
  check_extent(png->width, png->height, static_cast<std::uint64_t>(image.channels), content.size());
  image.bytes.resize(static_cast<std::size_t>(image.width * image.height * image.channels));

  png->format = is_colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  png->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // 16 bits mean the same brightness as 8, with more digits
  const png_color white{255, 255, 255};
  png.require(png_image_finish_read(png.get(), &white, image.bytes.data(), 0, nullptr));
  return image;
}

std::string png_content(const Image& image) {
  Png png;
  png->width = static_cast<png_uint_32>(image.width);
  png->height = static_cast<png_uint_32>(image.height);
  png->format = image.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(*png.get());
  std::string content(bytes, '\0');
  png.require(png_image_write_to_memory(png.get(), content.data(), &bytes, 0, image.bytes.data(), 0, nullptr));
  content.resize(bytes);
  return content;
}

}  // namespace

Image read_image(const std::string& path) {
  return reading(path, [&] {
    try {
      const std::string content = read_content(path, inspect);
      return is_png(content) ? read_png(content) : read_netpbm(content, kMostBytes);
    } catch (const std::bad_alloc&) {
      throw UsageError("this machine has too little memory for it");
    }
  });
}

void require_image_name(const std::string& path, int channels) {
  const char* const plain = channels == 1 ? ".pgm" : ".ppm";
  if (!path.ends_with(".png") && !path.ends_with(plain))
    throw UsageError(fmt::format("cannot write {}: the name of a picture must end in .png or {}", path, plain));
}

void write_image(const std::string& path, const Image& image) {
  require_image_name(path, image.channels);
  write_file(path, path.ends_with(".png") ? png_content(image) : netpbm_content(image));
}

Image to_grey(Image image) {
  if (image.channels == 1) return image;
  const std::size_t pixels = image.bytes.size() / 3;
  for (std::size_t i = 0; i < pixels; ++i) {
    const unsigned red = image.bytes[3 * i], green = image.bytes[3 * i + 1], blue = image.bytes[3 * i + 2];
    image.bytes[i] = static_cast<std::uint8_t>((299 * red + 587 * green + 114 * blue + 500) / 1000);
  }
  image.bytes.resize(pixels);
  image.channels = 1;
  return image;
}

}  // namespace lockstep
