/// @file
/// @brief A launch with grid and block swapped: when it is right, and when it is not.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void add(const float* a, const float* b, float* c) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];  // no bounds test: here there are never more threads than elements
}

/// Adds n ones and n ones with a launch of `grid` and `block`, and says how many elements became 2.
static void try_launch(const char* what, int n, int grid, int block) {
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  std::vector<float> ones(static_cast<std::size_t>(n), 1), c(ones);
  float *device_ones = nullptr, *device_c = nullptr;
  check(cudaMalloc(&device_ones, bytes));
  check(cudaMalloc(&device_c, bytes));
  check(cudaMemcpy(device_ones, ones.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemset(device_c, 0, bytes));

  add<<<grid, block>>>(device_ones, device_ones, device_c);
  const cudaError_t answer = cudaGetLastError();

  check(cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(device_ones));
  check(cudaFree(device_c));
  std::printf("%-19s N = %7d  <<<%5d, %5d>>>  %7td right  %s\n", what, n, grid, block,
              std::count(c.begin(), c.end(), 2.0F), cudaGetErrorName(answer));
}

int main() {
  // Swapped: the number of threads stands where the number of blocks belongs.
  for (const int n : {4096, 4100, 1 << 20}) try_launch("block, grid", n, 32, n / 32);
  for (const int n : {4096, 4100, 1 << 20}) try_launch("grid, block", n, n / 32, 32);
  return EXIT_SUCCESS;
}
