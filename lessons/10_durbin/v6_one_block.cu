/// @file
/// @brief Do all steps in one launch of one block, which keeps y in shared memory.
///
/// Change from v5: a barrier of the block in place of the end of a kernel: two a step, at 1/80 of the cost of two launches. The price is
/// that one multiprocessor works, and 131 look on.
/// Look at: `./lockstep run 10 --kernel v5,v6`: one launch in `--profile`, *bytes moved* without y; and the time on a GPU.
#include <algorithm>

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"
#include "problem.hpp"
#include "update_pair.hpp"

namespace {

constexpr std::int64_t kMostThreads = 1024;  // of the block: one for each 8 elements
constexpr std::size_t kStatic = sizeof(lockstep::WarpSums<float>);

template <bool kInShared>
__global__ void durbin(const float* __restrict__ r, float* __restrict__ answer, std::int64_t n) {
  extern __shared__ float shared_y[];
  __shared__ lockstep::WarpSums<float> warp_sums;
  float* const y = kInShared ? shared_y : answer;  // a y that is too long stays in device memory
  float beta = 1;
  for (std::int64_t k = 0; k < n; ++k) {
    float share = 0;
    for (std::int64_t i = threadIdx.x; i < k; i += blockDim.x) share += r[k - 1 - i] * y[i];
    const float sum = lockstep::block_all_sum(share, warp_sums);  // the step's first barrier
    const float alpha = -(r[k] + sum) / beta;                     // each thread by itself, all alike
    beta *= 1 - alpha * alpha;
    for (std::int64_t i = threadIdx.x; i < (k + 1) / 2; i += blockDim.x) update_pair(y, alpha, i, k);
    if (threadIdx.x == 0) y[k] = alpha;
    __syncthreads();  // the next step reads what others wrote; and all have read the warps' sums
  }
  if constexpr (kInShared)
    for (std::int64_t i = threadIdx.x; i < n; i += blockDim.x) answer[i] = y[i];
}

void run(const Durbin::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.whole_warps_block_or(static_cast<unsigned>(std::clamp(p.n / 256 * 32, std::int64_t{256}, kMostThreads)));
  const std::size_t of_y = static_cast<std::size_t>(p.n) * sizeof(float);
  const bool in_shared = of_y + kStatic <= lockstep::most_shared_memory();
  const auto kernel = in_shared ? durbin<true> : durbin<false>;
  const std::size_t bytes = in_shared ? of_y : 0;

  lockstep::allow_shared_memory(kernel, bytes);
  kernel<<<1, block, bytes, launch.stream>>>(p.r, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch of one block, y in shared memory, two barriers a step", run};

}  // namespace
