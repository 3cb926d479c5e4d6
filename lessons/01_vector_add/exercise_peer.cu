/// @file
/// @brief The exercise's peer, CUB: `DeviceTransform` for z, then `DeviceReduce`, which reads it.
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_transform.cuh>
#include <cuda/std/functional>
#include <cuda/std/tuple>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

struct Combine {
  float alpha, beta;
  __device__ float operator()(float x, float y) const { return alpha * x + beta * y; }
};

struct Square {
  __device__ double operator()(float z) const { return double{z} * double{z}; }
};

void run(const Combination::Device& p, const Launch& launch) {
  lockstep::check(cub::DeviceTransform::Transform(cuda::std::make_tuple(p.x, p.y), p.z, p.n,
                                                  Combine{p.alpha, p.beta}, launch.stream));

  const auto add_squares = [&](void* scratch, std::size_t& bytes) {
    lockstep::check(cub::DeviceReduce::TransformReduce(
        scratch, bytes, p.z, p.norm, p.n, cuda::std::plus<>{}, Square{}, 0.0, launch.stream));
  };
  std::size_t bytes = 0;
  add_squares(nullptr, bytes);  // no scratch: only says how much it needs
  add_squares(launch.scratch<std::byte>(bytes), bytes);
}

const Version version{__FILE__, "cub::DeviceTransform, then cub::DeviceReduce::TransformReduce",
                      run};

}  // namespace
