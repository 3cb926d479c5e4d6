/// @file
/// @brief The length of a vector three ways: a kernel as one writes it first, one that minds the range of floats, and cuBLAS.
///
/// With the library: nvcc -std=c++20 -DWITH_CUBLAS libraries.cu -o libraries -lcublas
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// The length of x, with squares added as numbers of type Sum. One block: a warp adds by shuffles, the warps through shared memory.
template <class Sum>
__global__ void length(const float* x, int n, float* result) {
  __shared__ Sum sums[32];
  Sum sum = 0;
  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) sum += Sum{x[i]} * Sum{x[i]};
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();  // all warps' sums must be there before one thread adds them
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) sum += sums[warp];
  *result = static_cast<float>(sqrt(sum));
}

#ifdef WITH_CUBLAS
#include <cublas_v2.h>

static void check(cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "cuBLAS: %s\n", cublasGetStatusString(status));
  std::exit(EXIT_FAILURE);
}

/// x lies on the device, the result on the host: so the call waits for it.
static float library_length(const float* x, int n) {
  cublasHandle_t handle = nullptr;
  float result = 0;
  check(cublasCreate(&handle));  // takes long: a program makes one, and keeps it
  check(cublasSnrm2(handle, n, x, 1, &result));
  check(cublasDestroy(handle));
  return result;
}
#endif

int main() {
  constexpr int kCount = 10'000;
  std::printf("%8s  %12s  %12s  %12s  %12s\n", "elements", "right", "float sums", "double sums", "cublasSnrm2");
  for (const float element : {1.0F, 1e30F, 1e-30F}) {
    const std::vector<float> host(kCount, element);
    float *x = nullptr, *result = nullptr, lengths[2];
    check(cudaMalloc(&x, kCount * sizeof *x));
    check(cudaMalloc(&result, sizeof lengths));
    check(cudaMemcpy(x, host.data(), kCount * sizeof *x, cudaMemcpyHostToDevice));
    length<float><<<1, 256>>>(x, kCount, &result[0]);
    length<double><<<1, 256>>>(x, kCount, &result[1]);
    check(cudaGetLastError());
    check(cudaMemcpy(lengths, result, sizeof lengths, cudaMemcpyDeviceToHost));
    std::printf("%8g  %12g  %12g  %12g  ", element, 100.0 * element, lengths[0], lengths[1]);
#ifdef WITH_CUBLAS
    std::printf("%12g\n", library_length(x, kCount));
#else
    std::printf("%12s\n", "(not linked)");
#endif
    check(cudaFree(x));
    check(cudaFree(result));
  }
  return EXIT_SUCCESS;
}
