/// @file
/// @brief Three kernels that forgot to wait, one for each kind of hazard, and one that waits in a block, a warp and a grid.
///
/// Look at: `./lockstep check-program ./synchronization`: who did not wait for whom.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;
constexpr unsigned kBlock = 64;  // two warps

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void read_after_write(unsigned* out) {
  __shared__ unsigned s[kBlock];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[kBlock - 1 - threadIdx.x];  // is it there yet?
}

__global__ void write_after_read(unsigned* out) {
  __shared__ unsigned s[kBlock];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();  // all are written before one is read
  const unsigned other = s[kBlock - 1 - threadIdx.x];
  s[threadIdx.x] = 2 * other;  // has its reader read it?
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void write_after_write(unsigned* out) {
  __shared__ unsigned s;
  if (threadIdx.x % 32 == 0) s = threadIdx.x;  // one of each warp: who is the last?
  __syncthreads();
  out[threadIdx.x] = s;
}

/// What all threads of the grid add up to, in out[0].
__global__ void all_wait(unsigned* out) {
  __shared__ unsigned sums[kBlock / 32];
  const auto grid = cg::this_grid();
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  unsigned sum = threadIdx.x;
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += warp.shfl_down(sum, offset);  // the lanes meet at each shuffle
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  block.sync();  // the same as __syncthreads()
  if (block.thread_rank() == 0) out[blockIdx.x] = sums[0] + sums[1];
  grid.sync();  // all blocks: only in a cooperative launch
  if (grid.thread_rank() == 0)
    for (unsigned b = 1; b < gridDim.x; ++b) out[0] += out[b];
}

int main() {
  unsigned *out = nullptr, sum = 0;
  check(cudaMalloc(&out, kBlock * sizeof *out));
  read_after_write<<<1, kBlock>>>(out);
  write_after_read<<<1, kBlock>>>(out);
  write_after_write<<<1, kBlock>>>(out);
  void* arguments[] = {&out};
  check(cudaLaunchCooperativeKernel(all_wait, 4, kBlock, arguments));
  check(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
  std::printf("4 blocks: %u\n", sum);
  check(cudaFree(out));
}
