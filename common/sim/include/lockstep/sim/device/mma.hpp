/// @file
/// @brief What the tensor cores' instruction `mma.sync.m16n8k8` computes (PTX ISA, "Warp-level matrix instructions").
#pragma once

#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

/// d = a·b + c for the warp, of the 4, 4, 2 and 4 numbers that each lane holds of d, a, b and c. Only the TF32 bits of a and b count; the
/// sum is kept in double and rounded once.
void mma_16x8x8(float* d, const float* a, const float* b, const float* c, Site site);

}  // namespace lockstep::sim
