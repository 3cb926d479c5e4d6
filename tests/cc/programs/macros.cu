// Launches where a translator may stumble: out of a macro, over a function pointer, from a lambda, with template commas.
#include <cstdio>
#include <utility>

#define LAUNCH(kernel, grid, block, ...) \
  kernel<<<grid, block>>>(__VA_ARGS__);  \
  if (cudaGetLastError() != cudaSuccess) std::printf("launch of " #kernel " failed\n")

namespace math {
template <int Factor, typename T>
__global__ void scale(T* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= Factor;
}
}  // namespace math

__global__ void fill(int* data, int n, int first = 1) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = first + i;
}
__global__ void add(int* data, int n, int* other) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] += other ? other[i] : 5;
}

int main() {
  constexpr int n = 100;
  int* data = nullptr;
  cudaMallocManaged(&data, n * sizeof(int));
  LAUNCH(fill, 1, 32, data, n, 1);
  void (*pointer)(int*, int) = math::scale<(3 > 2) ? 3 : 2, int>;
  pointer<<<dim3(n / 32 + 1), dim3{32, 1, 1}>>>(data, n);
  auto twice = [&](auto... sizes) { (math::scale<2, int><<<(n + sizes - 1) / sizes, sizes>>>(data, n), ...); };
  twice(64, 128);
  add<<<1, 1 << 5, 0, cudaStreamPerThread>>>(data, n, NULL);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i)
    if (data[i] != (i + 1) * 12 + 5) {
      std::printf("wrong at %d: %d\n", i, data[i]);
      return 1;
    }
  cudaFree(data);
  std::printf("passed: macros\n");
}
