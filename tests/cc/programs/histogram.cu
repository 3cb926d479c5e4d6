// A histogram of bytes: one in shared memory for each block, added up with atomics; checked against the host's.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

#define BINS 256

__constant__ unsigned char lookup[BINS];
__device__ unsigned long long total;

__global__ void histogram(const uint8_t* data, size_t n, unsigned int* bins) {
  __shared__ unsigned int local[BINS];
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) local[bin] = 0;
  __syncthreads();
  size_t stride = (size_t)gridDim.x * blockDim.x;
  unsigned int seen = 0;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride) {
    atomicAdd(&local[lookup[data[i]]], 1u);
    ++seen;
  }
  atomicAdd(&total, (unsigned long long)seen);
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    if (local[bin] != 0) atomicAdd(bins + bin, local[bin]);
}

int main() {
  const size_t n = 123457;
  std::vector<uint8_t> data(n);
  uint32_t state = 12345;
  for (auto& byte : data) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<uint8_t>(state >> 24);
  }
  std::vector<unsigned char> table(BINS);
  std::iota(table.rbegin(), table.rend(), 0);
  if (cudaMemcpyToSymbol(lookup, table.data(), BINS) != cudaSuccess) return 1;
  unsigned long long zero = 0;
  cudaMemcpyToSymbol(total, &zero, sizeof zero);

  uint8_t* d_data;
  unsigned int* d_bins;
  cudaMalloc(&d_data, n);
  cudaMalloc(&d_bins, BINS * sizeof(unsigned int));
  cudaMemcpy(d_data, data.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, BINS * sizeof(unsigned int));

  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  histogram<<<2 * prop.multiProcessorCount, 192>>>(d_data, n, d_bins);
  std::vector<unsigned int> bins(BINS), expected(BINS);
  if (cudaMemcpy(bins.data(), d_bins, BINS * sizeof(unsigned int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  unsigned long long count = 0;
  cudaMemcpyFromSymbol(&count, total, sizeof count);

  for (uint8_t byte : data) ++expected[table[byte]];
  if (!std::equal(bins.begin(), bins.end(), expected.begin()) || count != n) {
    printf("the histograms differ (%llu of %zu elements)\n", count, n);
    return 1;
  }
  cudaFree(d_data);
  cudaFree(d_bins);
  printf("passed: %zu bytes in %d bins\n", n, BINS);
  return 0;
}
