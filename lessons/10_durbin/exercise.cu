/// @file
/// @brief Exercise 10: T x = b for any right-hand side b, by Levinson's recursion.
///
/// Durbin's recursion is here, in one block as in v6: at step k, y has the solution of order k. It takes x from order k to k + 1, too:
///     μ ← (b[k] − Σ r[k − 1 − i] x[i]) / β        i < k
///     x[i] ← x[i] + μ y[k − 1 − i]                 i < k, with the y of order k
///     x[k] ← μ
/// Add lines where a TODO asks for them, or between lines; no line that is here has to change. The parts build on each other:
/// part1 small sizes, part2 every size, part3 no hazards, part4 two barriers a step, part5 x in shared memory.
/// Look at: `./lockstep check 10`, and `./lockstep run 10 --exercise --lines` for the counters beside your lines.
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
  // TODO(part1): x needs a sum, too. Let x be answer at first.
  // TODO(part5): x is read and written in each step. Where would it be better off?
  float beta = 1;
  for (std::int64_t k = 0; k < n; ++k) {
    float share = 0;
    for (std::int64_t i = threadIdx.x; i < k; i += kBlock) share += r[k - 1 - i] * y[i];
    share = warp_all_sum(share);
    if (lockstep::lane() == 0) sums[lockstep::warp()] = share;
    // TODO(part1): the sum for x.
    // TODO(part2): how many elements has a thread?
    __syncthreads();  // all warps' sums must be there before all warps add them up

    const float alpha = -(r[k] + sum_of(sums, kBlock / 32)) / beta;
    // TODO(part1): μ, and x of the next order.
    // TODO(part3): who reads which y, who changes it, and when? And x, and the sums?
    // TODO(part4): is a barrier of your own needed?
    for (std::int64_t i = threadIdx.x; i < (k + 1) / 2; i += kBlock) {
      update_pair(y, alpha, i, k);
    }
    beta *= 1 - alpha * alpha;
    if (threadIdx.x == 0) y[k] = alpha;
    __syncthreads();  // the next step reads what others wrote; and all have read the sums
  }
  // TODO(part5): in the end, the answer belongs in device memory.
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
