/// @file
/// @brief A whole program: the mean of one array, and the mean squared error of two, by one kernel.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

struct Free {
  void operator()(float* memory) const { check(cudaFree(memory), "freeing"); }
};
using DeviceArray = std::unique_ptr<float[], Free>;

static DeviceArray allocate(std::size_t count) {
  float* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(float)), "allocating");
  return DeviceArray(memory);
}

static DeviceArray copy_to_device(const std::vector<float>& x) {
  DeviceArray copy = allocate(x.size());
  const std::size_t bytes = x.size() * sizeof(float);
  check(cudaMemcpy(copy.get(), x.data(), bytes, cudaMemcpyHostToDevice), "copying to the device");
  return copy;
}

// What a sum is made of: the term of each i. The CPU and the GPU use the same.
struct Element {
  const float* x;
  __host__ __device__ float operator()(int i) const { return x[i]; }
};
struct SquaredError {
  const float *data, *estimate;
  __host__ __device__ float operator()(int i) const {
    const float error = data[i] - estimate[i];
    return error * error;
  }
};

/// Adds term(0) to term(n - 1) to *sum. The compiler makes a kernel for each kind of term.
template <class Term>
__global__ void add(Term term, int n, float* sum) {
  extern __shared__ float sums[];  // one for each thread of the block
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  float own = 0;
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += threads)
    own += term(i);
  sums[threadIdx.x] = own;
  __syncthreads();

  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    if (threadIdx.x < left / 2) sums[threadIdx.x] += sums[threadIdx.x + (left + 1) / 2];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, sums[0]);
}

/// The mean of term(0) to term(n - 1), on the GPU.
template <class Term>
static double mean(Term term, int n) {
  const unsigned block = 192, grid = 64;  // any block will do
  const DeviceArray sum = allocate(1);
  check(cudaMemset(sum.get(), 0, sizeof(float)), "setting the sum to zero");
  add<<<grid, block, block * sizeof(float)>>>(term, n, sum.get());
  check(cudaGetLastError(), "the launch");
  float result = 0;
  // It waits for the kernel.
  check(cudaMemcpy(&result, sum.get(), sizeof(float), cudaMemcpyDeviceToHost), "the kernel");
  return double{result} / n;
}

/// The same on the CPU, in double.
template <class Term>
static double mean_on_host(Term term, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += double{term(i)};
  return sum / n;
}

/// Prints what came and what was expected. @return are they the same?
static bool compare(const char* name, double got, double expected) {
  std::printf("%-19s %6.3f, expected %6.3f\n", name, got, expected);
  return got == expected;
}

int main() {
  const int n = 100'000;
  // Small multiples of a half: no sum rounds, in whatever order the blocks add.
  std::vector<float> data(n), estimate(n);
  for (int i = 0; i < n; ++i) {
    data[i] = static_cast<float>(i % 8);
    estimate[i] = data[i] + static_cast<float>(i % 4) - 1.5F;
  }
  const DeviceArray device_data = copy_to_device(data), device_estimate = copy_to_device(estimate);

  const bool right =
      compare("mean", mean(Element{device_data.get()}, n), mean_on_host(Element{data.data()}, n)) &&
      compare("mean squared error", mean(SquaredError{device_data.get(), device_estimate.get()}, n),
              mean_on_host(SquaredError{data.data(), estimate.data()}, n));
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
