// One block of 1024 threads does a whole pass in one launch. Warp 0 solves the tile on the
// diagonal, then all warps subtract.
#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"

namespace {

constexpr int kTile = 32, kWarps = 32;

__device__ void load_diagonal(float (&tile)[kTile][kTile + 1], const Substitution::Device& p,
                              std::int64_t first) {
  const int r = threadIdx.y, c = threadIdx.x;
  if (first + r < p.n && c <= r) tile[r][c] = p.l[(first + r) * p.pitch + first + c];
}

__global__ void forward(const Substitution::Device p) {
  __shared__ float tile[kTile][kTile + 1], known[kTile];
  const int lane = threadIdx.x;
  for (std::int64_t first = 0; first < p.n; first += kTile) {
    load_diagonal(tile, p, first);
    __syncthreads();
    if (threadIdx.y == 0) {
      float rest = first + lane < p.n ? p.y[first + lane] : 0;
      for (int k = 0; k < kTile && first + k < p.n; ++k) {
        if (lane == k) rest /= tile[k][k];
        const float y = __shfl_sync(0xffffffff, rest, k);
        if (lane > k && first + lane < p.n) rest -= tile[lane][k] * y;
      }
      known[lane] = rest;
      if (first + lane < p.n) p.y[first + lane] = rest;
    }
    __syncthreads();
    for (std::int64_t i = first + kTile + threadIdx.y; i < p.n; i += kWarps) {
      const float sum = lockstep::warp_sum(p.l[i * p.pitch + first + lane] * known[lane]);
      if (lane == 0) p.y[i] -= sum;
    }
    __syncthreads();
  }
}

__global__ void back(const Substitution::Device p) {
  __shared__ float tile[kTile][kTile + 1], known[kTile];
  const int lane = threadIdx.x;
  for (std::int64_t first = (p.n - 1) / kTile * kTile; first >= 0; first -= kTile) {
    load_diagonal(tile, p, first);
    __syncthreads();
    if (threadIdx.y == 0) {
      float rest = first + lane < p.n ? p.x[first + lane] : 0;
      for (int k = static_cast<int>(min(p.n - first, std::int64_t{kTile})) - 1; k >= 0; --k) {
        if (lane == k) rest /= tile[k][k];
        const float x = __shfl_sync(0xffffffff, rest, k);
        if (lane < k) rest -= tile[k][lane] * x;
      }
      known[lane] = rest;
      if (first + lane < p.n) p.x[first + lane] = rest;
    }
    __syncthreads();
    for (std::int64_t j = threadIdx.y * kTile + lane; j < first; j += kWarps * kTile) {
      float sum = 0;
      for (int k = 0; k < kTile && first + k < p.n; ++k)
        sum += p.l[(first + k) * p.pitch + j] * known[k];
      p.x[j] -= sum;
    }
    __syncthreads();
  }
}

void run(const Substitution::Device& p, const Launch& launch) {
  const std::size_t bytes = static_cast<std::size_t>(p.n) * sizeof(float);
  lockstep::check(cudaMemcpyAsync(p.y, p.b, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  forward<<<1, dim3(kTile, kWarps), 0, launch.stream>>>(p);
  lockstep::check_launch();
  lockstep::check(cudaMemcpyAsync(p.x, p.y, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  back<<<1, dim3(kTile, kWarps), 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "forward and back substitution, 32 unknowns at a time", run};

}  // namespace
