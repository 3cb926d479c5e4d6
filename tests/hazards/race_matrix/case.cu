/// @file
/// @brief Lanes fill a matrix in shared memory that the warp then loads as a fragment: load_matrix_sync waits for all lanes, and orders no
/// memory.
#include <mma.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

namespace wmma = nvcuda::wmma;

template <bool safe>
__global__ void load_tile(float* out) {
  __shared__ float tile[16 * 16];
  const unsigned i = threadIdx.x;
  for (unsigned at = i; at < 16 * 16; at += 32) tile[at] = 0;
  __syncwarp();
  for (unsigned at = i; at < 16 * 16; at += 32) tile[at] = static_cast<float>(at);
  if (safe) __syncwarp();
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
  wmma::load_matrix_sync(sum, tile, 16, wmma::mem_row_major);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

template <bool safe>
void run() {
  const DeviceZeros<float> out(16 * 16);
  load_tile<safe><<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

void caught() { run<false>(); }
void silent() { run<true>(); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
