/// @file
/// @brief A whole program: C = A + B, once with rows end to end, once with each row at the
/// beginning of a memory transaction.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned kWidth = 500, kHeight = 300;

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// Rows begin `pitch` bytes apart.
__global__ void add(const char* a, const char* b, char* c, std::size_t pitch) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= kWidth || row >= kHeight) return;  // the last blocks hang over the edges
  const auto* a_row = reinterpret_cast<const int*>(a + row * pitch);
  const auto* b_row = reinterpret_cast<const int*>(b + row * pitch);
  reinterpret_cast<int*>(c + row * pitch)[column] = a_row[column] + b_row[column];
}

/// Adds what `a` and `b` hold, on the device, in rows `pitch` bytes apart.
static std::vector<int> add(const std::vector<int>& a, const std::vector<int>& b, char* d_a,
                            char* d_b, char* d_c, std::size_t pitch) {
  constexpr std::size_t kRow =
      kWidth *
      sizeof(
          int);  // bytes: the width of the host's rows, which lie end to end, and of what is copied
  std::vector<int> c(a.size());
  check(cudaMemcpy2D(d_a, pitch, a.data(), kRow, kRow, kHeight, cudaMemcpyHostToDevice),
        "copy of A");
  check(cudaMemcpy2D(d_b, pitch, b.data(), kRow, kRow, kHeight, cudaMemcpyHostToDevice),
        "copy of B");
  const dim3 block(32, 8),
      grid((kWidth + block.x - 1) / block.x, (kHeight + block.y - 1) / block.y);
  add<<<grid, block>>>(d_a, d_b, d_c, pitch);
  check(cudaGetLastError(), "the launch");
  check(cudaMemcpy2D(c.data(), kRow, d_c, pitch, kRow, kHeight, cudaMemcpyDeviceToHost),
        "the kernel, or the copy of C");
  return c;
}

int main() {
  std::vector<int> a(kWidth * kHeight), b(a.size()), want(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<int>(i);
    b[i] = static_cast<int>(7 * i + 1);
    want[i] = a[i] + b[i];
  }

  char *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  std::size_t pitch = 0;  // cudaMallocPitch chooses it, the same for equal widths
  check(cudaMallocPitch(reinterpret_cast<void**>(&d_a), &pitch, kWidth * sizeof(int), kHeight),
        "cudaMallocPitch");
  check(cudaMallocPitch(reinterpret_cast<void**>(&d_b), &pitch, kWidth * sizeof(int), kHeight),
        "cudaMallocPitch");
  check(cudaMallocPitch(reinterpret_cast<void**>(&d_c), &pitch, kWidth * sizeof(int), kHeight),
        "cudaMallocPitch");

  const bool packed_right = add(a, b, d_a, d_b, d_c, kWidth * sizeof(int)) == want;
  const bool pitched_right = add(a, b, d_a, d_b, d_c, pitch) == want;
  std::printf("%u columns of 4 bytes, rows %zu bytes apart: %s\n", kWidth, kWidth * sizeof(int),
              packed_right ? "right" : "wrong");
  std::printf("%u columns of 4 bytes, rows %zu bytes apart: %s\n", kWidth, pitch,
              pitched_right ? "right" : "wrong");
  check(cudaFree(d_a), "cudaFree");
  check(cudaFree(d_b), "cudaFree");
  check(cudaFree(d_c), "cudaFree");
  return EXIT_SUCCESS;
}
