/// @file
/// @brief CUB: `cub::DeviceReduce::TransformReduce`, which adds the products without storing them.
#include <thrust/iterator/counting_iterator.h>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

struct Product {
  const float* a;
  const float* b;
  __device__ float operator()(std::int64_t i) const { return a[i] * b[i]; }
};

/// As CUB has it: with no `scratch` it only says how many bytes it needs.
void reduce(void* scratch, std::size_t& bytes, const DotProduct::Device& p, cudaStream_t stream) {
  lockstep::check(cub::DeviceReduce::TransformReduce(
      scratch, bytes, thrust::counting_iterator<std::int64_t>(0), p.sum, p.n, cuda::std::plus<>{},
      Product{p.a, p.b}, 0.0F, stream));
}

void run(const DotProduct::Device& p, const Launch& launch) {
  std::size_t bytes = 0;
  reduce(nullptr, bytes, p, launch.stream);
  reduce(launch.scratch<std::byte>(bytes), bytes, p, launch.stream);
}

const Version version{__FILE__, "cub::DeviceReduce::TransformReduce", run};

}  // namespace
