/// @file
/// @brief Names with numbers in them, such as v2_coalesced and v10_vectorized: their order, and what the beginning of one means.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace lockstep {

inline bool is_digit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

/// v2 comes before v10: where both have a number, the smaller one comes first.
inline bool comes_before_name(std::string_view a, std::string_view b) {
  const auto digits = [](std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  };
  while (!a.empty() && !b.empty()) {
    const std::size_t of_a = digits(a), of_b = digits(b);
    if (of_a != of_b && of_a > 0 && of_b > 0) return of_a < of_b;
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() < b.size();
}

/// Whether a word means a name: the name itself, or its beginning. v1 means v1_naive, and not v10_vectorized.
inline bool begins_with_name(std::string_view name, std::string_view word) {
  if (word.empty() || !name.starts_with(word)) return false;
  return name.size() == word.size() || !is_digit(word.back()) || !is_digit(name[word.size()]);
}

}  // namespace lockstep
