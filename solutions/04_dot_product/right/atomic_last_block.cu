// One launch: an atomicAdd of a double for each block, and a ticket. The last block takes the root.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256, kGrid = 1056;

struct State {
  double total;
  unsigned finished;
};

__global__ void norm(const float* __restrict__ x, std::int64_t n, State* state, float* result) {
  __shared__ double warps[kBlock / 32];
  double sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    sum += double(x[i]) * x[i];
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = 0;
  for (double w : warps) sum += w;
  atomicAdd(&state->total, sum);
  __threadfence();
  if (atomicAdd(&state->finished, 1u) + 1 == gridDim.x) {
    __threadfence();
    *result = static_cast<float>(sqrt(atomicAdd(&state->total, 0.0)));
  }
}

void run(const Norm::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  State* state = launch.scratch<State>(1);
  lockstep::check(cudaMemsetAsync(state, 0, sizeof(State), launch.stream));
  norm<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, state, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
