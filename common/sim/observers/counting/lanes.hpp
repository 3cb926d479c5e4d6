/// @file
/// @brief The lanes of a warp that a mask has.
#pragma once

#include <bit>
#include <cstdint>

namespace lockstep::sim {

template <class Visit>
void for_each_lane(std::uint32_t lanes, Visit&& visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

}  // namespace lockstep::sim
