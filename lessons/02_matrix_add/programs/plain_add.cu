/// @file
/// @brief A whole program: C = A + B, first in one block, then in many.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// One block is the whole matrix: blockDim.x columns, blockDim.y rows.
__global__ void add_in_one_block(const int* a, const int* b, int* c) {
  const unsigned index = threadIdx.y * blockDim.x + threadIdx.x;
  c[index] = a[index] + b[index];
}

/// As many blocks as cover the matrix.
__global__ void add_in_many_blocks(const int* a, const int* b, int* c, unsigned width,
                                   unsigned height) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;  // the last blocks hang over the edges
  const unsigned index = row * width + column;
  c[index] = a[index] + b[index];
}

/// Adds two matrices of `width` x `height` on the device by one of the kernels, and says how that
/// went.
static void add(unsigned width, unsigned height, bool one_block) {
  const std::size_t count = std::size_t{width} * height, bytes = count * sizeof(int);
  std::vector<int> a(count), b(count), c(count);
  for (std::size_t i = 0; i < count; ++i) {
    a[i] = static_cast<int>(i);
    b[i] = static_cast<int>(7 * i + 1);
  }

  int *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  check(cudaMalloc(&d_a, bytes), "cudaMalloc");
  check(cudaMalloc(&d_b, bytes), "cudaMalloc");
  check(cudaMalloc(&d_c, bytes), "cudaMalloc");
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice), "copy of A");
  check(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice), "copy of B");

  if (one_block) {
    add_in_one_block<<<1, dim3(width, height)>>>(d_a, d_b, d_c);
  } else {
    const dim3 block(16, 16),
        grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    add_in_many_blocks<<<grid, block>>>(d_a, d_b, d_c, width, height);
  }
  const cudaError_t launched = cudaGetLastError();
  if (launched == cudaSuccess)
    check(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost), "the kernel, or the copy of C");
  check(cudaFree(d_a), "cudaFree");
  check(cudaFree(d_b), "cudaFree");
  check(cudaFree(d_c), "cudaFree");

  std::size_t right = 0;
  for (std::size_t i = 0; i < count; ++i) right += c[i] == a[i] + b[i] ? 1 : 0;
  std::printf("%3u x %-3u  %-11s  %-25s  %zu of %zu right\n", width, height,
              one_block ? "one block" : "many blocks", cudaGetErrorName(launched),
              launched == cudaSuccess ? right : 0, count);
}

int main() {
  add(32, 16, true);   // 512 threads, the most that a block could have in 2009
  add(32, 32, true);   // 1024, the most that it can have today
  add(33, 32, true);   // 1056: one block cannot
  add(33, 32, false);  // many blocks can
  add(500, 300, false);
  return EXIT_SUCCESS;
}
