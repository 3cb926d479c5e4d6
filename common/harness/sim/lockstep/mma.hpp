/// @file
/// @brief The tensor cores' own instruction for TF32, on the simulator.
#pragma once

#include "lockstep/sim/device/mma.hpp"

namespace lockstep {

/// d = a·b + c for the warp: see the same file for CUDA. It differs in one thing: the sum is kept in double and rounded once, which is at
/// least as accurate as a tensor core, which cuts off.
[[gnu::always_inline]] inline void mma_16x8x8(float (&d)[4], const float (&a)[4], const float (&b)[2], const float (&c)[4],
                                              sim::Site site = sim::Site::current()) {
  sim::mma_16x8x8(d, a, b, c, site);
}

}  // namespace lockstep
