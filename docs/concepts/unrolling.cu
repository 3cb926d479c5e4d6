/// @file
/// @brief One sum: a plain loop, one unrolled by hand, and one that the compiler unrolls.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// Each thread adds every (threads of the grid)-th element, and leaves its sum.
__global__ void rolled(const float* x, unsigned n, float* sums) {
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  float sum = 0;
#pragma unroll 1  // nvcc would unroll by 4 by itself; the simulator's compiler does not unroll
  for (unsigned i = first; i < n; i += stride) sum += x[i];
  sums[first] = sum;
}

/// Four elements a turn: a quarter of the tests and jumps, and four loads on their way before the first addition.
__global__ void unrolled_by_4(const float* x, unsigned n, float* sums) {
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  float sum = 0;
  unsigned i = first;
#pragma unroll 1
  for (; i + 3 * stride < n; i += 4 * stride) {
    const float a = x[i], b = x[i + stride], c = x[i + 2 * stride], d = x[i + 3 * stride];
    sum += a + b + c + d;
  }
#pragma unroll 1
  for (; i < n; i += stride) sum += x[i];  // what is left when n is no multiple of four times the stride
  sums[first] = sum;
}

/// The same by the compiler: its length is known when it compiles, so there is no loop left.
template <unsigned kTurns>
__global__ void known_length(const float* x, float* sums) {
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  float sum = 0;
#pragma unroll
  for (unsigned k = 0; k < kTurns; ++k) sum += x[first + k * stride];
  sums[first] = sum;
}

int main() {
  constexpr unsigned kThreads = 1024, kTurns = 32, kCount = kThreads * kTurns;
  std::vector<float> host(kCount, 1.0F), sums(kThreads);
  float *x = nullptr, *device_sums = nullptr;
  check(cudaMalloc(&x, kCount * sizeof(float)));
  check(cudaMalloc(&device_sums, kThreads * sizeof(float)));
  check(cudaMemcpy(x, host.data(), kCount * sizeof(float), cudaMemcpyHostToDevice));
  rolled<<<4, 256>>>(x, kCount, device_sums);
  unrolled_by_4<<<4, 256>>>(x, kCount, device_sums);
  known_length<kTurns><<<4, 256>>>(x, device_sums);
  check(cudaGetLastError());
  check(cudaMemcpy(sums.data(), device_sums, kThreads * sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaFree(x));
  check(cudaFree(device_sums));
  std::printf("each thread added %g elements\n", static_cast<double>(sums[0]));
  return EXIT_SUCCESS;
}
