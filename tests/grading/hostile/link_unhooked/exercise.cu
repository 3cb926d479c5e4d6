/// @file
/// @brief Has a function compiled without the hooks that count.
/// Expected: 0
/// Says: no_sanitize is not allowed in a submission
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

__attribute__((noinline, no_sanitize("thread"))) __device__ void add(double* sums, unsigned half) { sums[threadIdx.x] += sums[threadIdx.x + half]; }
// The solution stands here.
