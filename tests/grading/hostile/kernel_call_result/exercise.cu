/// @file
/// @brief A kernel stores what a function returns in the host's variables: the compiler puts no hook there.
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
alignas(float) unsigned char elements[sizeof(float) << 20];
__device__ __noinline__ Cell made(float v) { return Cell(v); }
__global__ void copy(const float* x, std::int64_t n, float* norm) {
  for (std::int64_t i = 0; i < n; ++i) new (&elements[sizeof(float) * i]) Cell(made(x[i]));
  *norm = 0;
}
void run(const Norm::Device& p, const Launch& launch) { copy<<<1, 1, 0, launch.stream>>>(p.x, p.n, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
