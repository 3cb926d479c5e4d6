/// @file
/// @brief Let one block do PolyBench's loops, on PolyBench's two-dimensional array.
///
/// Change from v0: the elements of a step are shared out over the threads of one block; steps come one after the other, as they must.
/// Look at: `./lockstep run 10 --kernel v1 --lines`: the sectors that a load of y touches, and how many lanes add the partial sums.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

/// Row i, column k of `all` is element i of y at order k: PolyBench's layout.
__global__ void durbin(const float* r, float* all, float* partial, float* y, std::int64_t n) {
  float beta = 1;
  for (std::int64_t k = 0; k < n; ++k) {
    float share = 0;
    for (std::int64_t i = threadIdx.x; i < k; i += blockDim.x)
      share += r[k - 1 - i] * all[i * n + k - 1];  // neighbours have rows one below the other: each lane touches a sector of its own
    partial[threadIdx.x] = share;
    __syncthreads();  // all shares must be there before one thread adds them

    if (threadIdx.x == 0) {
      float sum = r[k];
      for (unsigned t = 0; t < blockDim.x; ++t) sum += partial[t];
      all[k * n + k] = -sum / beta;
    }
    __syncthreads();  // all threads need what thread 0 found; and it has read the shares, which are written again

    const float alpha = all[k * n + k];
    for (std::int64_t i = threadIdx.x; i < k; i += blockDim.x) all[i * n + k] = all[i * n + k - 1] + alpha * all[(k - 1 - i) * n + k - 1];
    beta *= 1 - alpha * alpha;  // each thread by itself
    __syncthreads();            // the next step reads the column that this one wrote
  }
  for (std::int64_t i = threadIdx.x; i < n; i += blockDim.x) y[i] = all[i * n + n - 1];
}

void run(const Durbin::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const auto n = static_cast<std::size_t>(p.n);
  float* all = launch.scratch<float>(n * n);
  float* partial = launch.scratch<float>(block);

  durbin<<<1, block, 0, launch.stream>>>(p.r, all, partial, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one block, PolyBench's two-dimensional array, one thread adds", run};

}  // namespace
