// The unrolled tree of many slides: a template on the block size, if constexpr, two elements a
// thread. Sums of x − x[0].
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

template <unsigned int blockSize>
__device__ void tree(double* a, double* b, unsigned int tid) {
  if constexpr (blockSize >= 512) {
    if (tid < 256) {
      a[tid] += a[tid + 256];
      b[tid] += b[tid + 256];
    }
    __syncthreads();
  }
  if constexpr (blockSize >= 256) {
    if (tid < 128) {
      a[tid] += a[tid + 128];
      b[tid] += b[tid + 128];
    }
    __syncthreads();
  }
  if constexpr (blockSize >= 128) {
    if (tid < 64) {
      a[tid] += a[tid + 64];
      b[tid] += b[tid + 64];
    }
    __syncthreads();
  }
  if (tid < 32) {
    double u = a[tid] + a[tid + 32], v = b[tid] + b[tid + 32];
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) {
      u += __shfl_down_sync(0xffffffff, u, d);
      v += __shfl_down_sync(0xffffffff, v, d);
    }
    if (tid == 0) {
      a[0] = u;
      b[0] = v;
    }
  }
  __syncthreads();
}

template <unsigned int blockSize>
__global__ void reduce(const float* __restrict__ x, std::int64_t n, double2* __restrict__ out) {
  __shared__ double a[blockSize], b[blockSize];
  const unsigned int tid = threadIdx.x;
  const double shift = x[0];
  double u = 0, v = 0;
  std::int64_t i = std::int64_t{blockIdx.x} * (blockSize * 2) + tid;
  const std::int64_t gridSize = std::int64_t{blockSize} * 2 * gridDim.x;
  while (i < n) {
    double d = x[i] - shift;
    u += d;
    v += d * d;
    if (i + blockSize < n) {
      d = x[i + blockSize] - shift;
      u += d;
      v += d * d;
    }
    i += gridSize;
  }
  a[tid] = u;
  b[tid] = v;
  __syncthreads();
  tree<blockSize>(a, b, tid);
  if (tid == 0) out[blockIdx.x] = make_double2(a[0], b[0]);
}

template <unsigned int blockSize>
__global__ void final_step(const double2* in, unsigned blocks, const float* x, std::int64_t n,
                           float* mean, float* error) {
  __shared__ double a[blockSize], b[blockSize];
  double u = 0, v = 0;
  for (unsigned i = threadIdx.x; i < blocks; i += blockSize) {
    u += in[i].x;
    v += in[i].y;
  }
  a[threadIdx.x] = u;
  b[threadIdx.x] = v;
  __syncthreads();
  tree<blockSize>(a, b, threadIdx.x);
  if (threadIdx.x == 0) {
    const double m = a[0] / n;
    *mean = static_cast<float>(x[0] + m);
    *error = static_cast<float>(b[0] / n - m * m);
  }
}

void run(const MeanAndError::Device& p, const Launch& launch) {
  constexpr unsigned int threads = 256;
  const unsigned blocks = launch.grid_or(lockstep::enough_blocks(p.n, threads * 2, 512));
  double2* out = launch.scratch<double2>(blocks);
  switch (threads) {
    case 512:
      reduce<512><<<blocks, threads, 0, launch.stream>>>(p.x, p.n, out);
      break;
    case 256:
      reduce<256><<<blocks, threads, 0, launch.stream>>>(p.x, p.n, out);
      break;
    case 128:
      reduce<128><<<blocks, threads, 0, launch.stream>>>(p.x, p.n, out);
      break;
  }
  lockstep::check_launch();
  final_step<threads><<<1, threads, 0, launch.stream>>>(out, blocks, p.x, p.n, p.mean, p.error);
  lockstep::check_launch();
}

const Version version{__FILE__, "mean and mean squared error", run};

}  // namespace
