/// @file
/// @brief The sums of a matrix's rows: a thread a row, a warp a row. Both are right; the counters say which is better, and where.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned kRows = 256, kColumns = 128, kBlock = 128;

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// As on a CPU: each thread goes along its row.
__global__ void thread_a_row(const float* a, float* sums) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (unsigned k = 0; k < kColumns; ++k) sum += a[row * kColumns + k];
  sums[row] = sum;
}

/// The lanes of a warp go along a row together, and add what they have by shuffles.
__global__ void warp_a_row(const float* a, float* sums) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (unsigned k = lane; k < kColumns; k += 32) sum += a[row * kColumns + k];
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) sums[row] = sum;
}

int main() {
  std::vector<float> a(kRows * kColumns), first(kRows), second(kRows);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7);
  float *device_a = nullptr, *sums = nullptr;
  check(cudaMalloc(&device_a, a.size() * sizeof(float)));
  check(cudaMalloc(&sums, kRows * sizeof(float)));
  check(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));

  thread_a_row<<<kRows / kBlock, kBlock>>>(device_a, sums);
  check(cudaGetLastError());
  check(cudaMemcpy(first.data(), sums, kRows * sizeof(float), cudaMemcpyDeviceToHost));
  warp_a_row<<<kRows * 32 / kBlock, kBlock>>>(device_a, sums);
  check(cudaGetLastError());
  check(cudaMemcpy(second.data(), sums, kRows * sizeof(float), cudaMemcpyDeviceToHost));

  check(cudaFree(device_a));
  check(cudaFree(sums));
  std::printf("the sums %s\n", first == second ? "agree" : "differ");
  return first == second ? EXIT_SUCCESS : EXIT_FAILURE;
}
