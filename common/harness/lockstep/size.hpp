/// @file
/// @brief How large a problem is, and how people write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The extents of a problem: a length, a width and a height, or three; unused ones are 1.
struct Size {
  std::int64_t width = 1;
  std::int64_t height = 1;
  std::int64_t depth = 1;

  /// Number of elements.
  constexpr std::int64_t count() const { return width * height * depth; }
  friend constexpr bool operator==(const Size&, const Size&) = default;
};

/// Reads a positive whole number: `1000`, `2^20`, or with a binary suffix, `4k` = `4K` = 4·2¹⁰, `1M` = 2²⁰, `1G` = 2³⁰.
/// @throws UsageError where `text` is not such a number, is not positive, or is larger than 2⁶² − 1
std::int64_t parse_count(std::string_view text);

/// Reads a size of `dimensions` 1 (`N`), 2 (`WxH`, or `N` for N×N) or 3 (`WxHxD`, or `N` for N×N×N); each part as in parse_count.
/// @param form    how a message says what a size looks like
/// @param second  the second extent where the text is one number; 0: the same number again
/// @throws UsageError where `text` is not such a size, or has more elements than 2⁶² − 1
Size parse_size(std::string_view text, int dimensions, std::string_view form = "WxHxD", std::int64_t second = 0);

/// Reads several sizes: `a,b,c`, or `a..b`, which doubles from a and stops at b or just below. An extent that is the same in both stays.
/// @throws UsageError as parse_size, and where a range is empty
std::vector<Size> parse_sizes(std::string_view text, int dimensions, std::string_view form = "WxHxD", std::int64_t second = 0);

/// Writes a size so that parse_size reads it back: `1048576`, or `1024x768` and, of a problem of two dimensions, `1024x1`; so of three.
std::string to_string(Size size, int dimensions = 1);

}  // namespace lockstep
