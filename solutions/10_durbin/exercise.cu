/// @file
/// @brief Exercise 10, solved: T x = b for any right-hand side b, by Levinson's recursion.
///
/// The thread that takes the pair y[i], y[k − 1 − i] has in hand just what x[k − 1 − i] and x[i] need, before it changes them: so x costs
/// no barrier. Both sums are made before the first barrier of a step and used after it.
#include "all_sum.hpp"
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"
#include "update_pair.hpp"

namespace {

constexpr unsigned kBlock = 128;        // threads of the one block
constexpr std::int64_t kMostN = 28000;  // 227 KB is the most that a block can have

__global__ void levinson(const float* r, const float* b, float* answer, std::int64_t n) {
  extern __shared__ float y[];         // n, and n more after them that are free
  __shared__ float sums[kBlock / 32];  // one for each warp
  __shared__ float x_sums[kBlock / 32];
  float* const x = y + n;  // on the chip, as it changes n times
  float beta = 1;
  for (std::int64_t k = 0; k < n; ++k) {
    float share = 0;
    for (std::int64_t i = threadIdx.x; i < k; i += kBlock) share += r[k - 1 - i] * y[i];
    share = warp_all_sum(share);
    if (lockstep::lane() == 0) sums[lockstep::warp()] = share;
    float x_share = 0;
    for (std::int64_t i = threadIdx.x; i < k; i += kBlock) x_share += r[k - 1 - i] * x[i];  // i += kBlock: k may be any number
    x_share = warp_all_sum(x_share);
    if (lockstep::lane() == 0) x_sums[lockstep::warp()] = x_share;
    __syncthreads();  // all warps' sums must be there before all warps add them up

    const float alpha = -(r[k] + sum_of(sums, kBlock / 32)) / beta;
    const float mu = (b[k] - sum_of(x_sums, kBlock / 32)) / beta;  // of this order, like alpha: beta changes below
    for (std::int64_t i = threadIdx.x; i < (k + 1) / 2; i += kBlock) {
      const float low = x[i] + mu * y[k - 1 - i], high = x[k - 1 - i] + mu * y[i];
      x[i] = low;
      x[k - 1 - i] = high;  // the one in the middle is its own partner, and is written twice with the same value
      update_pair(y, alpha, i, k);
    }
    beta *= 1 - alpha * alpha;
    if (threadIdx.x == 0) y[k] = alpha;
    if (threadIdx.x == 0) x[k] = mu;
    __syncthreads();  // the next step reads what others wrote; and all have read the sums
  }
  for (std::int64_t i = threadIdx.x; i < n; i += kBlock) answer[i] = x[i];
}

void run(const Levinson::Device& p, const Launch& launch) {
  if (p.n > kMostN) throw lockstep::UsageError("two vectors of more than 28000 elements do not fit into shared memory");
  const std::size_t bytes = 2 * static_cast<std::size_t>(p.n) * sizeof(float);
  lockstep::allow_shared_memory(levinson, bytes);
  levinson<<<1, kBlock, bytes, launch.stream>>>(p.r, p.b, p.x, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "Levinson's recursion for any right-hand side", run};

}  // namespace
