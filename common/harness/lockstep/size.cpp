/// @file
/// @brief Reads and writes sizes.
#include "lockstep/size.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lockstep/usage_error.hpp"
#include "support/text/binary_count.hpp"

namespace lockstep {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view right) {
  throw UsageError(fmt::format("'{}' is not a size; {}", text, right));
}

constexpr std::string_view kCountForms = "write a number from 1 to 2^62 - 1 such as 1000, 2^20 or 1M (k, M and G are 2^10, 2^20 and 2^30)";

/// The extents between the crosses, at most `most`: any extra cross ends up in the last one, which is then not a number.
std::vector<std::int64_t> extents(std::string_view text, std::size_t most) {
  std::vector<std::int64_t> all;
  for (auto cross = text.find('x'); cross != text.npos && all.size() + 1 < most; cross = text.find('x')) {
    all.push_back(parse_count(text.substr(0, cross)));
    text.remove_prefix(cross + 1);
  }
  all.push_back(parse_count(text));
  return all;
}

std::vector<Size> doubled(std::string_view text, Size first, Size last) {
  std::vector<Size> sizes;
  for (Size size = first; size.width <= last.width && size.height <= last.height && size.depth <= last.depth;) {
    sizes.push_back(size);
    if (size == last) break;
    for (const auto extent : {&Size::width, &Size::height, &Size::depth})
      if (first.*extent != last.*extent) size.*extent *= 2;
  }
  if (sizes.empty()) throw UsageError(fmt::format("the range '{}' is empty; write the smaller size first", text));
  return sizes;
}

}  // namespace

std::int64_t parse_count(std::string_view text) {
  const auto value = binary_count(text);
  if (!value || *value == 0) refuse(text, kCountForms);
  return *value;
}

Size parse_size(std::string_view text, int dimensions, std::string_view form, std::int64_t second) {
  if (dimensions == 1 && text.find('x') != text.npos) refuse(text, "this lesson's sizes are lengths, such as 1000, 2^20 or 1M");
  const auto wanted = static_cast<std::size_t>(dimensions);
  std::vector<std::int64_t> all = extents(text, wanted);
  if (all.size() != 1 && all.size() != wanted) refuse(text, fmt::format("write {}, or one number for all {}", form, dimensions));
  if (all.size() == 1 && second != 0) all.push_back(second);
  all.resize(wanted, all.front());
  all.resize(3, 1);
  const Size size{all[0], all[1], all[2]};
  if (size.width > kLargestCount / size.height || size.width * size.height > kLargestCount / size.depth)
    refuse(text, "it has more than 2^62 - 1 elements");
  return size;
}

std::vector<Size> parse_sizes(std::string_view text, int dimensions, std::string_view form, std::int64_t second) {
  const auto parse = [&](std::string_view one) { return parse_size(one, dimensions, form, second); };
  if (const auto dots = text.find(".."); dots != text.npos) return doubled(text, parse(text.substr(0, dots)), parse(text.substr(dots + 2)));
  std::vector<Size> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    sizes.push_back(parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return sizes;
}

std::string to_string(Size size, int dimensions) {
  std::string text = std::to_string(size.width);
  if (dimensions > 1 || size.height != 1 || size.depth != 1) text += fmt::format("x{}", size.height);
  if (dimensions > 2 || size.depth != 1) text += fmt::format("x{}", size.depth);
  return text;
}

}  // namespace lockstep
