/// @file
/// @brief The exercise's peer, CUB: `cub::DeviceReduce::TransformReduce` of pairs, and a kernel
/// that makes the two answers from them.
#include <cub/device/device_reduce.cuh>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

struct Sums {
  double values, squares;
};

struct Add {
  __device__ Sums operator()(Sums a, Sums b) const {
    return {a.values + b.values, a.squares + b.squares};
  }
};

struct FromFirst {
  const float* x;
  __device__ Sums operator()(float element) const {
    const double distance = double{element} - double{x[0]};
    return {distance, distance * distance};
  }
};

__global__ void finish(const Sums* sums, const float* x, std::int64_t n, float* mean,
                       float* error) {
  const auto count = static_cast<double>(n);
  const double from_first = sums->values / count;
  *mean = static_cast<float>(x[0] + from_first);
  *error = static_cast<float>(sums->squares / count - from_first * from_first);
}

/// As CUB has it: with no `scratch` it only says how many bytes it needs.
void reduce(void* scratch, std::size_t& bytes, const MeanAndError::Device& p, Sums* sums,
            cudaStream_t stream) {
  lockstep::check(cub::DeviceReduce::TransformReduce(scratch, bytes, p.x, sums, p.n, Add{},
                                                     FromFirst{p.x}, Sums{0, 0}, stream));
}

void run(const MeanAndError::Device& p, const Launch& launch) {
  Sums* sums = launch.scratch<Sums>(1);
  std::size_t bytes = 0;
  reduce(nullptr, bytes, p, sums, launch.stream);
  reduce(launch.scratch<std::byte>(bytes), bytes, p, sums, launch.stream);
  finish<<<1, 1, 0, launch.stream>>>(sums, p.x, p.n, p.mean, p.error);
  lockstep::check_launch();
}

const Version version{__FILE__, "cub::DeviceReduce::TransformReduce", run};

}  // namespace
