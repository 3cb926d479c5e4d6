/// @file
/// @brief Reads and writes sizes.
#include "lockstep/size.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

constexpr std::int64_t kLargest = (std::int64_t{1} << 62) - 1;

[[noreturn]] void refuse(std::string_view text, std::string_view right) {
  throw UsageError(fmt::format("'{}' is not a size; {}", text, right));
}

constexpr std::string_view kCountForms = "write a positive number such as 1000, 2^20 or 1M (k, M and G are 2^10, 2^20 and 2^30)";

std::optional<std::int64_t> digits(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<std::int64_t> power(std::string_view base_text, std::string_view exponent_text) {
  const auto base = digits(base_text), exponent = digits(exponent_text);
  if (!base || !exponent || *exponent > 62) return std::nullopt;
  std::int64_t value = 1;
  for (std::int64_t i = 0; i < *exponent; ++i) {
    if (*base > 0 && value > kLargest / *base) return std::nullopt;
    value *= *base;
  }
  return value;
}

int suffix_bits(char suffix) {
  switch (suffix) {
    case 'k':
    case 'K':
      return 10;
    case 'M':
      return 20;
    case 'G':
      return 30;
    default:
      return 0;
  }
}

std::optional<std::int64_t> count(std::string_view text) {
  if (const auto caret = text.find('^'); caret != text.npos) return power(text.substr(0, caret), text.substr(caret + 1));
  const int bits = text.empty() ? 0 : suffix_bits(text.back());
  const auto value = digits(text.substr(0, text.size() - (bits > 0 ? 1 : 0)));
  if (!value || *value > (kLargest >> bits)) return std::nullopt;
  return *value << bits;
}

std::vector<Size> doubled(std::string_view text, Size first, Size last, int dimensions) {
  std::vector<Size> sizes;
  for (Size size = first; size.width <= last.width && size.height <= last.height;) {
    sizes.push_back(size);
    size.width *= 2;
    if (dimensions == 2) size.height *= 2;
  }
  if (sizes.empty()) throw UsageError(fmt::format("the range '{}' is empty; write the smaller size first", text));
  return sizes;
}

}  // namespace

std::int64_t parse_count(std::string_view text) {
  const auto value = count(text);
  if (!value || *value == 0) refuse(text, kCountForms);
  return *value;
}

Size parse_size(std::string_view text, int dimensions) {
  const auto cross = text.find('x');
  if (dimensions == 1) {
    if (cross != text.npos) refuse(text, "this lesson's sizes are lengths, such as 1000, 2^20 or 1M");
    return {.width = parse_count(text)};
  }
  const std::int64_t width = parse_count(text.substr(0, cross));
  const Size size{width, cross == text.npos ? width : parse_count(text.substr(cross + 1))};
  if (size.width > kLargest / size.height) refuse(text, "it has more elements than can be counted");
  return size;
}

std::vector<Size> parse_sizes(std::string_view text, int dimensions) {
  if (const auto dots = text.find(".."); dots != text.npos)
    return doubled(text, parse_size(text.substr(0, dots), dimensions), parse_size(text.substr(dots + 2), dimensions), dimensions);
  std::vector<Size> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    sizes.push_back(parse_size(text.substr(begin, end - begin), dimensions));
    begin = end + 1;
  }
  return sizes;
}

std::string to_string(Size size, int dimensions) {
  return dimensions == 1 && size.height == 1 ? std::to_string(size.width) : fmt::format("{}x{}", size.width, size.height);
}

}  // namespace lockstep
