/// @file
/// @brief CUB: `DeviceTransform` for c, then `DeviceReduce::Sum`, which reads c again.
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_transform.cuh>
#include <cuda/std/functional>
#include <cuda/std/tuple>

#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void run(const VectorAdd::Device& p, const Launch& launch) {
  lockstep::check(cub::DeviceTransform::Transform(cuda::std::make_tuple(p.a, p.b), p.c, p.n,
                                                  cuda::std::plus<>{}, launch.stream));

  std::size_t bytes = 0;
  lockstep::check(cub::DeviceReduce::Sum(
      nullptr, bytes, p.c, p.sum, p.n, launch.stream));  // no scratch: only says how much it needs
  lockstep::check(cub::DeviceReduce::Sum(launch.scratch<std::byte>(bytes), bytes, p.c, p.sum, p.n,
                                         launch.stream));
}

const Version version{__FILE__, "cub::DeviceTransform, then cub::DeviceReduce::Sum", run};

}  // namespace
