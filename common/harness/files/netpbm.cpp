/// @file
/// @brief Reads and writes PGM and PPM.
#include "harness/files/netpbm.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

constexpr std::uint32_t kMostLevels = 65535;

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Goes through the content from its beginning.
class Scanner {
 public:
  explicit Scanner(std::string_view content) : content_(content) {}

  /// The next whole number, after blanks and comments (from # to the end of the line).
  /// @return nothing if there is none, or if it is above `most`
  std::optional<std::uint32_t> number(std::uint32_t most) {
    skip_blanks();
    if (at_ == content_.size() || !is_digit(content_[at_])) return std::nullopt;
    std::uint64_t value = 0;
    for (; at_ < content_.size() && is_digit(content_[at_]); ++at_) {
      value = 10 * value + static_cast<std::uint64_t>(content_[at_] - '0');
      if (value > most) return std::nullopt;
    }
    return static_cast<std::uint32_t>(value);
  }

  void skip(std::size_t count) { at_ = std::min(at_ + count, content_.size()); }
  std::string_view rest() const { return content_.substr(at_); }

 private:
  void skip_blanks() {
    while (at_ < content_.size() && (is_blank(content_[at_]) || content_[at_] == '#')) {
      if (content_[at_] == '#')
        at_ = std::min(content_.find('\n', at_), content_.size());
      else
        ++at_;
    }
  }

  std::string_view content_;
  std::size_t at_ = 0;
};

struct Header {
  std::uint32_t width, height, maximum;
  int channels;
  bool is_text;

  std::uint64_t samples() const { return std::uint64_t{width} * height * static_cast<unsigned>(channels); }
  unsigned sample_bytes() const { return maximum > 255 ? 2 : 1; }
};

Header read_header(Scanner& scanner, char kind) {
  scanner.skip(2);  // P and the kind
  const auto width = scanner.number(INT32_MAX), height = scanner.number(INT32_MAX);
  if (!width || !height || *width == 0 || *height == 0) throw UsageError("its header has no width and height of at least 1");
  const auto maximum = scanner.number(kMostLevels);
  if (!maximum || *maximum == 0) throw UsageError(fmt::format("its header has no maximum value from 1 to {}", kMostLevels));
  scanner.skip(1);  // one blank ends the header
  return {*width, *height, *maximum, kind == '3' || kind == '6' ? 3 : 1, kind == '2' || kind == '3'};
}

/// @throws UsageError where the content cannot hold what its header promises
void check_header(const Header& header, std::size_t rest, std::size_t most_bytes) {
  if (header.samples() > most_bytes)
    throw UsageError(fmt::format("{} x {} pixels take more than {} MiB", header.width, header.height, most_bytes >> 20));
  const std::uint64_t least = header.is_text ? 2 * header.samples() - 1 : header.samples() * header.sample_bytes();  // a digit and a blank
  if (rest < least)
    throw UsageError(fmt::format("it is cut off: {} x {} pixels need {}{} bytes, but it has {}", header.width, header.height,
                                 header.is_text ? "at least " : "", least, rest));
}

std::uint8_t of_256(std::uint32_t value, std::uint32_t maximum) {
  if (value > maximum) throw UsageError(fmt::format("a value of {} is above the maximum, {}", value, maximum));
  return static_cast<std::uint8_t>((value * 255 + maximum / 2) / maximum);
}

void read_text(Scanner& scanner, const Header& header, Image& image) {
  for (std::uint64_t i = 0; i < header.samples(); ++i) {
    const auto value = scanner.number(kMostLevels);
    if (!value)
      throw UsageError(fmt::format("value {} of {} is missing, or not a number from 0 to {}", i + 1, header.samples(), header.maximum));
    image.bytes.push_back(of_256(*value, header.maximum));
  }
}

void read_bytes(std::string_view samples, const Header& header, Image& image) {
  const auto byte = [&](std::uint64_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(samples[i])); };
  for (std::uint64_t i = 0; i < header.samples(); ++i)
    image.bytes.push_back(of_256(header.sample_bytes() == 2 ? byte(2 * i) << 8 | byte(2 * i + 1) : byte(i), header.maximum));
}

}  // namespace

Image read_netpbm(std::string_view content, std::size_t most_bytes) {
  Scanner scanner(content);
  const Header header = read_header(scanner, content[1]);
  check_header(header, scanner.rest().size(), most_bytes);
  Image image{.width = header.width, .height = header.height, .channels = header.channels};
  image.bytes.reserve(header.samples());
  if (header.is_text)
    read_text(scanner, header, image);
  else
    read_bytes(scanner.rest(), header, image);
  return image;
}

std::string netpbm_content(const Image& image) {
  std::string content = fmt::format("P{}\n{} {}\n255\n", image.channels == 1 ? 5 : 6, image.width, image.height);
  content.append(image.bytes.begin(), image.bytes.end());
  return content;
}

}  // namespace lockstep
