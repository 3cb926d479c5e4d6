/// @file
/// @brief Solve in one cooperative kernel that stays: a block keeps its rows of A on chip, and all vectors, so that only q is exchanged.
///
/// Change from v5: one launch, one barrier of the grid an iteration, no atomics. Each block multiplies its rows, tells the others, and does
/// the vector operations for itself, on all n elements: that costs less than a second barrier, and all come to the same bits.
/// Look at: `./lockstep run 09 --kernel v4,v6`: the time; and `--profile`: the launches.
#include <cooperative_groups.h>

#include "resident.hpp"
#include "row_sum.hpp"
#include "state.hpp"

namespace {

constexpr unsigned kBlock = 512;  // threads

/// q = A p for the rows of this block: those that it has in shared memory, and those that it has not.
__device__ void multiply(const ConjugateGradient::Device& s, const Resident& own, const float* rows, const float* p, float* q) {
  for (std::int64_t i = lockstep::warp(); i < own.cached; i += blockDim.x / 32) {
    const float sum = row_sum(rows + i * own.length, p, s.n);
    if (lockstep::lane() == 0) q[own.first + i] = sum;
  }
  for (std::int64_t i = own.first + own.cached + lockstep::warp(); i < own.last; i += blockDim.x / 32) {
    const float sum = row_sum(s.a + i * s.pitch, p, s.n);
    if (lockstep::lane() == 0) q[i] = sum;
  }
}

/// @param products  two vectors for all blocks; `vectors`: two for each block, where they do not fit on chip
template <bool kOnChip>
__global__ void __launch_bounds__(1024) solve(const ConjugateGradient::Device s, const Plan plan, float* products, float* vectors) {
  extern __shared__ float4 shared[];
  __shared__ lockstep::WarpSums<float> of_pq, of_rr;  // each is free again when the other one's barrier is passed
  float* const on_chip = reinterpret_cast<float*>(shared);
  float* const r = kOnChip ? on_chip : vectors + 2 * blockIdx.x * plan.length;
  float *const p = r + plan.length, *const rows = kOnChip ? p + plan.length : on_chip;
  const Resident own = take_rows(s, plan, rows);
  float sum = 0;
  for (std::int64_t i = threadIdx.x; i < s.n; i += blockDim.x) {
    const float b = r[i] = p[i] = s.b[i];
    sum += b * b;
    if (own.has(i)) s.x[i] = 0;
  }
  const float bb = lockstep::block_all_sum(sum, of_rr);  // its barrier also says that rows and vectors are there
  State state = state_after(s, bb, limit_of(s, bb), 0, is_first_thread());
  while (state.end == End::running) {
    float* const q = products + state.k % 2 * s.n;  // two in turn: a slow block may still read the last one
    multiply(s, own, rows, p, q);
    cooperative_groups::this_grid().sync();  // all rows' products must be there

    sum = 0;
    for (std::int64_t i = threadIdx.x; i < s.n; i += blockDim.x) sum += p[i] * q[i];
    const float pq = lockstep::block_all_sum(sum, of_pq), alpha = state.rr / pq;
    state = state_with(s, state, pq, is_first_thread());
    if (state.end != End::running) return;
    sum = 0;
    for (std::int64_t i = threadIdx.x; i < s.n; i += blockDim.x) {
      if (own.has(i)) s.x[i] += alpha * p[i];
      const float left = r[i] -= alpha * q[i];
      sum += left * left;
    }
    const float rr = lockstep::block_all_sum(sum, of_rr), beta = rr / state.rr;
    for (std::int64_t i = threadIdx.x; i < s.n; i += blockDim.x) p[i] = r[i] + beta * p[i];
    __syncthreads();  // all of p must be there before the next product
    state = state_after(s, rr, state.limit, state.k + 1, is_first_thread());
  }
}

void run(const ConjugateGradient::Device& s, const Launch& launch) {
  launch.refuse_elements();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  Plan plan = plan_for(s, solve<true>, solve<false>, block, launch);
  const auto kernel = plan.vectors_on_chip ? solve<true> : solve<false>;
  const auto two = 2 * static_cast<std::size_t>(plan.length);
  float *products = launch.scratch<float>(two), *vectors = plan.vectors_on_chip ? nullptr : launch.scratch<float>(two * plan.grid);
  void* arguments[] = {const_cast<ConjugateGradient::Device*>(&s), &plan, &products, &vectors};
  lockstep::check(cudaLaunchCooperativeKernel(kernel, plan.grid, block, arguments, plan.bytes, launch.stream));
}

const Version version{__FILE__, "one kernel that stays: A on chip, one barrier of the grid an iteration", run};

}  // namespace
