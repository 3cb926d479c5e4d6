// An inclusive scan with cooperative groups: tiles of a warp, then the block, then the whole grid in one cooperative launch.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void inclusive_scan(const int* in, int* out, int* block_sums, int n) {
  __shared__ int warp_sums[32];
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);

  const int i = static_cast<int>(grid.thread_rank());
  int value = cg::inclusive_scan(warp, i < n ? in[i] : 0);
  if (warp.thread_rank() == warp.size() - 1) warp_sums[warp.meta_group_rank()] = value;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    int sum = warp.thread_rank() < warp.meta_group_size() ? warp_sums[warp.thread_rank()] : 0;
    for (int step = 1; step < 32; step *= 2) {
      int left = warp.shfl_up(sum, step);
      if (warp.thread_rank() >= step) sum += left;
    }
    warp_sums[warp.thread_rank()] = sum;
  }
  cg::sync(block);
  if (warp.meta_group_rank() > 0) value += warp_sums[warp.meta_group_rank() - 1];
  if (block.thread_rank() == block.size() - 1) block_sums[blockIdx.x] = value;
  grid.sync();
  for (unsigned b = 0; b < blockIdx.x; ++b) value += block_sums[b];
  if (i < n) out[i] = value;
}

int main() {
  const int n = 5000, threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i * 7 % 23 - 11;
  int *d_in, *d_out, *d_sums;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMalloc(&d_sums, blocks * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);

  int supported = 0, size = n;
  cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
  void* arguments[] = {&d_in, &d_out, &d_sums, &size};
  if (!supported) return 1;
  cudaError_t error = cudaLaunchCooperativeKernel((void*)inclusive_scan, dim3(blocks), dim3(threads), arguments, 0, stream);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaMemcpyAsync(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  if (cudaStreamSynchronize(stream) != cudaSuccess) return 1;
  for (int i = 0, sum = 0; i < n; ++i) {
    sum += in[i];
    if (out[i] != sum) {
      std::printf("wrong at %d: %d instead of %d\n", i, out[i], sum);
      return 1;
    }
  }
  cudaStreamDestroy(stream);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_sums);
  std::printf("passed: scan of %d numbers\n", n);
}
