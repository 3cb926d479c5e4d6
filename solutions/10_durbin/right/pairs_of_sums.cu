// Both sums in one float2. Pairs of x are updated in place, as those of y are.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"

namespace {

constexpr unsigned kBlock = 128, kWarps = kBlock / 32;

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }

__device__ float2 warp_all_sum(float2 v) {
  for (unsigned d = 16; d > 0; d /= 2)
    v = v + make_float2(__shfl_xor_sync(0xffffffff, v.x, d), __shfl_xor_sync(0xffffffff, v.y, d));
  return v;
}

struct Vectors {
  float* y;
  float* x;
};

// The solutions of order k become those of order k + 1, but for their last elements. Threads have
// pairs (i, k - 1 - i).
__device__ void raise_order(const Vectors& v, float alpha, float mu, std::int64_t k) {
  for (std::int64_t i = threadIdx.x; i < (k + 1) / 2; i += kBlock) {
    const std::int64_t j = k - 1 - i;
    const float low = v.y[i], high = v.y[j];
    v.y[i] = low + alpha * high;
    v.x[i] += mu * high;
    if (i == j) continue;
    v.y[j] = high + alpha * low;
    v.x[j] += mu * low;
  }
}

__global__ void levinson(const float* __restrict__ r, const float* __restrict__ b,
                         float* __restrict__ answer, std::int64_t n) {
  extern __shared__ float memory[];
  __shared__ float2 sums[kWarps];
  const Vectors v{memory, memory + n};
  float beta = 1;
  for (std::int64_t k = 0; k < n; ++k) {
    float2 share = make_float2(0, 0);
    for (std::int64_t i = threadIdx.x; i < k; i += kBlock) {
      const float c = r[k - 1 - i];
      share = share + make_float2(c * v.y[i], c * v.x[i]);
    }
    share = warp_all_sum(share);
    if (lockstep::lane() == 0) sums[lockstep::warp()] = share;
    __syncthreads();
    float2 total = sums[0];
#pragma unroll
    for (unsigned w = 1; w < kWarps; ++w) total = total + sums[w];
    const float alpha = -(r[k] + total.x) / beta, mu = (b[k] - total.y) / beta;
    raise_order(v, alpha, mu, k);
    beta *= 1 - alpha * alpha;
    if (threadIdx.x == 0) {
      v.y[k] = alpha;
      v.x[k] = mu;
    }
    __syncthreads();
  }
  for (std::int64_t i = threadIdx.x; i < n; i += kBlock) answer[i] = v.x[i];
}

void run(const Levinson::Device& p, const Launch& launch) {
  const std::size_t bytes = 2 * static_cast<std::size_t>(p.n) * sizeof(float);
  lockstep::allow_shared_memory(levinson, bytes);
  levinson<<<1, kBlock, bytes, launch.stream>>>(p.r, p.b, p.x, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "Levinson's recursion for any right-hand side", run};

}  // namespace
