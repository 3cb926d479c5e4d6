/// @file
/// @brief A kernel stores what a function returns in one variable of the host's, whose place needs no check.
/// Expected: 0
/// Says: wrote to the host's variable
#include <new>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
struct Cell {
  float value;
  __host__ __device__ Cell(float v) : value(v) {}
  __host__ __device__ Cell(const Cell& other) : value(other.value) {}
};
alignas(float) unsigned char element[sizeof(float)];
__device__ __noinline__ Cell made(float v) { return Cell(v); }
__global__ void copy(const float* x, float* norm) {
  new (element) Cell(made(x[0]));
  *norm = 0;
}
void run(const Norm::Device& p, const Launch& launch) { copy<<<1, 1, 0, launch.stream>>>(p.x, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
