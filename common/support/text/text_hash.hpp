/// @file
/// @brief A number for a text, to compare texts by where nobody gains by two that have the same.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

/// FNV-1a, 64 bits.
constexpr std::uint64_t text_hash(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

}  // namespace lockstep
