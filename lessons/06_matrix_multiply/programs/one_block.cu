/// @file
/// @brief A whole program: C = AB in one block, a thread for each element of C.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// One block is all of C: blockDim.x columns, blockDim.y rows.
template <class T>
__global__ void multiply_in_one_block(const T* a, const T* b, T* c, unsigned k) {
  const unsigned row = threadIdx.y, column = threadIdx.x;
  T sum = 0;
  for (unsigned l = 0; l < k; ++l) sum += a[row * k + l] * b[l * blockDim.x + column];
  c[row * blockDim.x + column] = sum;
}

static int product(const std::vector<int>& a, const std::vector<int>& b, unsigned n, unsigned row, unsigned column) {
  int sum = 0;
  for (unsigned l = 0; l < n; ++l) sum += a[row * n + l] * b[l * n + column];
  return sum;
}

/// Multiplies two matrices of n x n on the device, and says how that went.
static void multiply(unsigned n) {
  const std::size_t count = std::size_t{n} * n, bytes = count * sizeof(int);
  std::vector<int> a(count), b(count), c(count);
  for (std::size_t i = 0; i < count; ++i) {
    a[i] = static_cast<int>(i % 11);
    b[i] = static_cast<int>(i % 7) - 3;
  }

  int *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  check(cudaMalloc(&d_a, bytes), "cudaMalloc");
  check(cudaMalloc(&d_b, bytes), "cudaMalloc");
  check(cudaMalloc(&d_c, bytes), "cudaMalloc");
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice), "copy of A");
  check(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice), "copy of B");

  multiply_in_one_block<<<1, dim3(n, n)>>>(d_a, d_b, d_c, n);
  const cudaError_t launched = cudaGetLastError();
  if (launched == cudaSuccess) check(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost), "the kernel, or the copy of C");
  check(cudaFree(d_a), "cudaFree");
  check(cudaFree(d_b), "cudaFree");
  check(cudaFree(d_c), "cudaFree");

  std::size_t right = 0;
  if (launched == cudaSuccess)
    for (unsigned row = 0; row < n; ++row)
      for (unsigned column = 0; column < n; ++column) right += c[row * n + column] == product(a, b, n, row, column) ? 1 : 0;
  std::printf("%u x %u  %-25s  %zu of %zu right\n", n, n, cudaGetErrorName(launched), right, count);
}

int main() {
  multiply(16);  // 256 threads
  multiply(32);  // 1024, all that a block has today; it was 512
  multiply(33);  // 1089: one block cannot
  return EXIT_SUCCESS;
}
