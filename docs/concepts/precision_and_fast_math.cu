/// @file
/// @brief How wrong a sum of n times 0.1 is: by the order of additions, and by the bits that the sum keeps.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// x rounded to nearest, ties to even, to `bits` of significand: 24 is a float itself, 11 TF32 or half, 8 bfloat16 (but for their range).
__device__ float keep(float x, int bits) {
  const unsigned u = __float_as_uint(x), drop = 24 - bits;
  return drop == 0 ? x : __uint_as_float((u + (1U << (drop - 1)) - 1 + (u >> drop & 1)) >> drop << drop);
}

__global__ void one_by_one(float x, int n, int bits, float* sum) {
  *sum = 0;
  for (int i = 0; i < n; ++i) *sum = keep(*sum + keep(x, bits), bits);
}

/// 256 threads, a partial sum each; then the partial sums as a tree.
__global__ void as_a_tree(float x, int n, int, float* sum) {
  __shared__ float sums[256];
  float mine = 0;
  for (unsigned i = threadIdx.x; i < static_cast<unsigned>(n); i += 256) mine += x;
  sums[threadIdx.x] = mine;
  for (unsigned half = 128; half > 0; half /= 2) {
    __syncthreads();  // the upper half's sums must be there before the lower half reads them
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) *sum = sums[0];
}

/// What an addition rounds away is kept, and added to the next number (Kahan, 1965).
__global__ void compensated(float x, int n, int, float* sum) {
  float total = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    const float next = x - lost, larger = total + next;
    lost = (larger - total) - next;
    total = larger;
  }
  *sum = total;
}

using Kernel = void (*)(float, int, int, float*);
static double error_of(Kernel kernel, int threads, float x, int n, int bits, double right) {
  float *device = nullptr, sum = 0;
  check(cudaMalloc(&device, sizeof sum));
  kernel<<<1, threads>>>(x, n, bits, device);
  check(cudaGetLastError());
  check(cudaMemcpy(&sum, device, sizeof sum, cudaMemcpyDeviceToHost));
  check(cudaFree(device));
  return std::abs(sum - right) / right;
}

int main() {
  const float x = 0.1F;
  std::printf("# title: Error of the sum of n times 0.1\n# x: n\n# y: relative error\n# log: xy\n");
  std::printf("n,8 bits,11 bits,float,float as a tree,float compensated\n");
  for (int n = 3; n < 2'000'000; n *= 3) {
    const double right = static_cast<double>(x) * n;  // exact: 24 bits times 21 bits
    std::printf("%d", n);
    for (const int bits : {8, 11, 24}) std::printf(",%.1e", error_of(one_by_one, 1, x, n, bits, right));
    std::printf(",%.1e,%.1e\n", error_of(as_a_tree, 256, x, n, 24, right), error_of(compensated, 1, x, n, 24, right));
  }
  return EXIT_SUCCESS;
}
