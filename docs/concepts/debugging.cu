/// @file
/// @brief A block adds its eight numbers as a tree, and one level of the tree is missing.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr unsigned kBlock = 8, kBlocks = 4;

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void sum(const int* in, int* out) {
  __shared__ int values[kBlock];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  values[threadIdx.x] = in[i];
  __syncthreads();
  for (unsigned stride = kBlock / 2; stride > 1; stride /= 2) {
    if (threadIdx.x < stride) values[threadIdx.x] += values[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}

int main() {
  int host[kBlock * kBlocks], sums[kBlocks];
  for (int& value : host) value = 1;
  int *in, *out;
  check(cudaMalloc(&in, sizeof host));
  check(cudaMalloc(&out, sizeof sums));
  check(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
  sum<<<kBlocks, kBlock>>>(in, out);
  check(cudaGetLastError());
  check(cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost));
  for (const int block_sum : sums) std::printf("%d ", block_sum);
  std::printf("(each should be %u)\n", kBlock);
  check(cudaFree(in));
  check(cudaFree(out));
}
