/// @file
/// @brief Counts as people write them: 1000, 2^20, 1M.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

inline constexpr std::int64_t kLargestCount = (std::int64_t{1} << 62) - 1;

/// Parts of binary_count().
/// @{
inline std::optional<std::int64_t> count_digits(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

inline std::optional<std::int64_t> count_power(std::string_view base_text, std::string_view exponent_text) {
  const auto base = count_digits(base_text), exponent = count_digits(exponent_text);
  if (!base || !exponent || *exponent > 62) return std::nullopt;
  std::int64_t value = 1;
  for (std::int64_t i = 0; i < *exponent; ++i) {
    if (*base > 0 && value > kLargestCount / *base) return std::nullopt;
    value *= *base;
  }
  return value;
}

inline int count_suffix_bits(char suffix) {
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
/// @}

/// A number from 0 to kLargestCount, as digits, as a power (2^20), or with a suffix k, K, M or G, which are 2^10, 2^20 and 2^30; nothing
/// where the text is not such a number.
inline std::optional<std::int64_t> binary_count(std::string_view text) {
  if (const auto caret = text.find('^'); caret != text.npos) return count_power(text.substr(0, caret), text.substr(caret + 1));
  const int bits = text.empty() ? 0 : count_suffix_bits(text.back());
  const auto value = count_digits(text.substr(0, text.size() - (bits > 0 ? 1 : 0)));
  if (!value || *value > (kLargestCount >> bits)) return std::nullopt;
  return *value << bits;
}

}  // namespace lockstep
