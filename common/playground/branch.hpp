/// @file
/// @brief What an `if` with an `else` costs a warp: it goes through each side that one of its lanes takes, one after the other.
#pragma once

#include <bit>
#include <cstdint>

namespace lockstep::playground {

/// A branch as one full warp meets it.
struct Branch {
  std::uint32_t takers = 0;                    ///< bit i: the condition is true for lane i
  std::uint32_t if_steps = 0, else_steps = 0;  ///< of a lane, on either side

  /// The warp's steps on either side, where nobody may go.
  std::uint32_t steps_on_if() const { return takers != 0 ? if_steps : 0; }
  std::uint32_t steps_on_else() const { return ~takers != 0 ? else_steps : 0; }
  std::uint32_t steps() const { return steps_on_if() + steps_on_else(); }

  /// The lanes at work in a step of the warp.
  std::uint32_t lanes_at(std::uint32_t step) const { return step < steps_on_if() ? takers : ~takers; }

  /// Steps, each counted once per lane that is at work in it.
  std::uint32_t lane_steps() const {
    const auto takers_count = static_cast<std::uint32_t>(std::popcount(takers));
    return takers_count * if_steps + (32 - takers_count) * else_steps;
  }
};

}  // namespace lockstep::playground
