// Recursion on the device, in a template that unrolls the mask and in a function that finds the
// nearest pixel. Dynamic shared memory. The host passes the mask on.
#include <cstring>
#include <type_traits>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace filter {

struct Mask {
  int weight[Blur::kSide * Blur::kSide];
};

__constant__ Mask mask;

template <int kStep>
__device__ __forceinline__ int weighted(const int* at, int stride) {
  if constexpr (kStep == Blur::kSide * Blur::kSide) {
    return 0;
  } else {
    return mask.weight[kStep] * at[kStep / Blur::kSide * stride + kStep % Blur::kSide] +
           weighted<kStep + 1>(at, stride);
  }
}

// The nearest of 0 … last.
__device__ int nearest(int at, int last) {
  if (at < 0) return nearest(at + 1, last);
  if (at > last) return nearest(at - 1, last);
  return at;
}

}  // namespace filter

namespace {

template <int kWide, int kHigh>
__global__ void blur(const Blur::Device p) {
  extern __shared__ int tile[];
  constexpr int kReach = Blur::kSide / 2, kTileWide = kWide + 2 * kReach,
                kTileHigh = kHigh + 2 * kReach;
  const int x0 = blockIdx.x * kWide, y0 = blockIdx.y * kHigh;
  for (int i = threadIdx.y * kWide + threadIdx.x; i < kTileWide * kTileHigh; i += kWide * kHigh) {
    const int x = filter::nearest(x0 + i % kTileWide - kReach, static_cast<int>(p.width) - 1);
    const int y = filter::nearest(y0 + i / kTileWide - kReach, static_cast<int>(p.height) - 1);
    tile[i] = p.image[y * p.pitch + x];
  }
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x < p.width && y < p.height) {
    const int sum = filter::weighted<0>(tile + threadIdx.y * kTileWide + threadIdx.x, kTileWide);
    p.blurred[y * p.pitch + x] = static_cast<std::uint8_t>((sum + Blur::kTotal / 2) / Blur::kTotal);
  }
}

void run(const Blur::Device& p, const Launch& launch) {
  constexpr int kWide = 64, kHigh = 4;
  filter::Mask* host = nullptr;
  lockstep::check(cudaMallocHost(&host, sizeof(filter::Mask)));
  lockstep::check(
      cudaMemcpyAsync(host, p.mask, sizeof(filter::Mask), cudaMemcpyDeviceToHost, launch.stream));
  lockstep::check(cudaMemcpyToSymbolAsync(filter::mask, host, sizeof(filter::Mask), 0,
                                          cudaMemcpyHostToDevice, launch.stream));
  const dim3 grid(lockstep::covering_blocks(p.width, kWide),
                  lockstep::covering_blocks(p.height, kHigh, lockstep::kMostBlocksYZ));
  const std::size_t bytes = (kWide + 4) * (kHigh + 4) * sizeof(int);
  blur<kWide, kHigh><<<grid, dim3(kWide, kHigh), bytes, launch.stream>>>(p);
  lockstep::check_launch();
  lockstep::check(cudaStreamSynchronize(launch.stream));
  lockstep::check(cudaFreeHost(host));
}

const Version version{__FILE__, "a blurred picture", run};

}  // namespace
