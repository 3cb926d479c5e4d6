/// @file
/// @brief Cooperative groups: a tile's sync is for the tile, a coalesced group's for the threads in it.
#include <cooperative_groups.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

namespace cg = cooperative_groups;

// Tiles of 16 threads exchange inside, or with their neighbour.
template <unsigned partner>
__global__ void exchange(int* out) {
  __shared__ int s[32];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  const unsigned i = block.thread_rank();
  s[i] = 0;
  block.sync();
  s[i] = static_cast<int>(i);
  tile.sync();
  out[i] = s[i ^ partner];
}

template <bool safe>
__global__ void odd_lanes(int* out) {
  __shared__ int s[32];
  const unsigned i = threadIdx.x;
  s[i] = 0;
  __syncwarp();
  if (i % 2 == 1) {
    const auto odd = cg::coalesced_threads();
    s[i] = static_cast<int>(i);
    if (safe) odd.sync();
    out[i] = s[32 - i];
  }
}

void caught() {
  const DeviceZeros<int> out(32);
  exchange<16><<<1, 32>>>(out);
  odd_lanes<false><<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(32);
  exchange<15><<<1, 32>>>(out);
  odd_lanes<true><<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
