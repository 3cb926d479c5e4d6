/// @file
/// @brief What one round of lanes costs shared memory. In a file of its own, as the bank rules also run where there is no string library.
#pragma once

#include <cstdint>

namespace lockstep {

/// Lanes whose access shared memory serves together: a wide access takes several phases, one group of lanes after the other.
struct Phase {
  std::uint32_t lanes = 0;          ///< a bit for each lane of the group, also for those that took no part
  std::uint32_t wavefronts = 0;     ///< rounds that they took: none where none of them took part
  std::uint32_t crowded_banks = 0;  ///< a bit for each bank for which they had to wait
  bool operator==(const Phase&) const = default;
};

}  // namespace lockstep
