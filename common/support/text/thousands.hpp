/// @file
/// @brief Numbers as people write large ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace lockstep {

/// "-34817.25" becomes "-34,817.25".
inline std::string with_thousands(std::string number) {
  constexpr std::size_t kGroup = 3;
  const std::size_t begin = number.starts_with('-') ? 1 : 0;
  for (std::size_t at = std::min(number.find('.'), number.size()); at > begin + kGroup; at -= kGroup) number.insert(at - kGroup, ",");
  return number;
}

}  // namespace lockstep
