/// @file
/// @brief Whatever the compiler inlines, a report names the student's line: of the call into a library, or in a function of the
/// student's own.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "hazard_case.hpp"

namespace {

namespace cg = cooperative_groups;

__global__ void atomic_in_a_kernel(int* data) {
  atomicAdd(data + 8, 1);
}

template <class T>
__global__ void atomic_in_a_template(T* data) {
  for (int i = 8; i < 10; ++i) {
    atomicMax(data + i, T(1));
  }
}

__device__ __forceinline__ void student_function(int* data) {
  data[8] = 1;
}

__global__ void access_in_a_function(int* data) {
  student_function(data);
}

__global__ void atomic_in_a_lambda(int* data) {
  const auto add = [&](int at) {
    atomicAdd(data + at, 1);
  };
  add(8);
}

__global__ void copy_by_a_group(int* data) {
  __shared__ int s[8];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, data + 4, 8 * sizeof(int));
  cg::wait(block);
}

void launch_on(int elements) {
  int* data = nullptr;
  cudaMalloc(&data, static_cast<std::size_t>(elements) * sizeof(int));
  cudaMemset(data, 0, static_cast<std::size_t>(elements) * sizeof(int));
  atomic_in_a_kernel<<<1, 1>>>(data);
  atomic_in_a_template<<<1, 1>>>(data);
  access_in_a_function<<<1, 1>>>(data);
  atomic_in_a_lambda<<<1, 1>>>(data);
  copy_by_a_group<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}

void caught() { launch_on(8); }
void silent() { launch_on(12); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
