/// @file
/// @brief Variables of the device, one number each: set by the host, changed by kernels, read back by name, and reached by address.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__device__ float alpha, beta, sum;

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// A kernel names the variables as it would name any others. One thread: nobody else may change them meanwhile.
__global__ void step() {
  beta *= 1 - alpha * alpha;
  alpha = -sum / beta;
}

/// Knows of no variable: to it the address is like one from cudaMalloc.
__global__ void add_up(const float* x, float* total) { atomicAdd(total, x[threadIdx.x]); }

static float value_of(const float& variable) {
  float value = 0;
  check(cudaMemcpyFromSymbol(&value, variable, sizeof value), "cudaMemcpyFromSymbol");
  return value;
}

int main() {
  const float start_alpha = 0.5F, start_beta = 1, zero = 0;
  check(cudaMemcpyToSymbol(alpha, &start_alpha, sizeof alpha), "alpha");
  check(cudaMemcpyToSymbol(beta, &start_beta, sizeof beta), "beta");
  check(cudaMemcpyToSymbol(sum, &zero, sizeof sum), "sum");

  float* address = nullptr;
  std::size_t bytes = 0;
  check(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), sum), "cudaGetSymbolAddress");
  check(cudaGetSymbolSize(&bytes, sum), "cudaGetSymbolSize");
  std::printf("sum takes %zu bytes, should be 4\n", bytes);

  const float host[] = {1, 2, 3, 4, 5};
  float* x = nullptr;
  check(cudaMalloc(&x, sizeof host), "cudaMalloc");
  check(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice), "copy of x");
  add_up<<<1, 5>>>(x, address);
  check(cudaGetLastError(), "add_up");
  std::printf("sum is %g by name, should be 15\n", value_of(sum));
  float value = 0;
  check(cudaMemcpy(&value, address, sizeof value, cudaMemcpyDeviceToHost), "copy of the sum");
  std::printf("sum is %g by address, should be 15\n", value);

  step<<<1, 1>>>();  // finds in the variables what the host and the other kernel left
  check(cudaGetLastError(), "step");
  std::printf("beta is %g, should be 0.75\n", value_of(beta));
  std::printf("alpha is %g, should be -20\n", value_of(alpha));
  check(cudaFree(x), "cudaFree");  // not the address: a variable is never freed
  return EXIT_SUCCESS;
}
