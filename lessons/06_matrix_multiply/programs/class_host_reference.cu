/// @file
/// @brief A mistake on purpose: a class with a reference to the host's memory, used on the device.
/// With any word on the command line it has the value instead.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

constexpr unsigned kCount = 32;

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorName(code));
}

/// In C++ a way to save a copy. The launch copies the reference, which is an address of the host.
class ScaleByReference {
 public:
  explicit ScaleByReference(const float& factor) : factor_(factor) {}
  __device__ float operator()(float x) const { return factor_ * x; }

 private:
  const float& factor_;
};

/// The mended form: what the kernel needs travels with the object.
class ScaleByValue {
 public:
  explicit ScaleByValue(float factor) : factor_(factor) {}
  __device__ float operator()(float x) const { return factor_ * x; }

 private:
  float factor_;
};

template <class Function>
__global__ void apply(Function function, float* x) {
  x[threadIdx.x] = function(x[threadIdx.x]);
}

int main(int argc, char**) {
  const bool mended = argc > 1;
  const float factor = 3.0F;
  std::vector<float> x(kCount);
  std::iota(x.begin(), x.end(), 0.0F);
  float* device = nullptr;
  check(cudaMalloc(&device, kCount * sizeof *device), "cudaMalloc");
  check(cudaMemcpy(device, x.data(), kCount * sizeof *device, cudaMemcpyHostToDevice), "copy of x");
  if (mended) {
    apply<<<1, kCount>>>(ScaleByValue(factor), device);
  } else {
    apply<<<1, kCount>>>(ScaleByReference(factor), device);
  }
  check(cudaGetLastError(), "the launch");
  check(cudaMemcpy(x.data(), device, kCount * sizeof *device, cudaMemcpyDeviceToHost),
        "the kernel");
  std::printf("by %s: the last element is %g, should be 93\n", mended ? "value" : "reference",
              x.back());
  check(cudaFree(device), "cudaFree");
  return EXIT_SUCCESS;
}
