/// @file
/// @brief The length of a vector three ways: a kernel as one writes it first, one that minds the range of floats, and cuBLAS.
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
template <class Sum, class T>
__global__ void length(const T* x, int n, T* result) {
  __shared__ Sum sums[32];
  Sum sum = 0;
  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x))
    sum += static_cast<Sum>(x[i]) * static_cast<Sum>(x[i]);
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();  // all warps' sums must be there before one thread adds them
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) sum += sums[warp];
  *result = static_cast<T>(sqrt(sum));
}

#ifdef __LOCKSTEP_SIM__
template <class T>
static void print_library_length(const T*, int) {
  std::printf("  %12s\n", "needs a GPU");
}
#else
#include <cublas_v2.h>

static void check(cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "cuBLAS: %s\n", cublasGetStatusString(status));
  std::exit(EXIT_FAILURE);
}

static cublasStatus_t nrm2(cublasHandle_t handle, int n, const float* x, float* result) { return cublasSnrm2(handle, n, x, 1, result); }
static cublasStatus_t nrm2(cublasHandle_t handle, int n, const double* x, double* result) { return cublasDnrm2(handle, n, x, 1, result); }

/// x lies on the device, the result on the host: so the call waits for it.
template <class T>
static void print_library_length(const T* x, int n) {
  cublasHandle_t handle = nullptr;
  T result = 0;
  check(cublasCreate(&handle));  // takes long: a program makes one, and keeps it
  check(nrm2(handle, n, x, &result));
  check(cublasDestroy(handle));
  std::printf("  %12g\n", result);
}
#endif

/// A line of the table: a vector of kCount equal elements of type T.
template <class T>
static void print_lengths(const char* vector, T element) {
  constexpr int kCount = 10'000;
  const std::vector<T> host(kCount, element);
  T *x = nullptr, *result = nullptr, lengths[2];
  check(cudaMalloc(&x, kCount * sizeof *x));
  check(cudaMalloc(&result, sizeof lengths));
  check(cudaMemcpy(x, host.data(), kCount * sizeof *x, cudaMemcpyHostToDevice));
  length<float><<<1, 256>>>(x, kCount, &result[0]);
  length<double><<<1, 256>>>(x, kCount, &result[1]);
  check(cudaGetLastError());
  check(cudaMemcpy(lengths, result, sizeof lengths, cudaMemcpyDeviceToHost));
  std::printf("%-7s  %8g  %8g  %12g  %12g", vector, element, T{100} * element, lengths[0], lengths[1]);
  print_library_length(x, kCount);
  check(cudaFree(x));
  check(cudaFree(result));
}

int main() {
  std::printf("%-7s  %8s  %8s  %12s  %12s  %12s\n", "vector", "elements", "right", "float sums", "double sums", "cuBLAS nrm2");
  for (const float element : {1.0F, 1e30F, 1e-30F}) print_lengths("floats", element);
  for (const double element : {1.0, 1e30, 1e-30, 1e200}) print_lengths("doubles", element);
  return EXIT_SUCCESS;
}
