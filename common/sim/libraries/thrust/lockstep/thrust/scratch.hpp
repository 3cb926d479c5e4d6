/// @file
/// @brief Memory for the temporary arrays of an algorithm, while it runs.
#pragma once

#include <thrust/detail/temporary_array.h>

#include "lockstep/thrust/run.hpp"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace simulated {

template <class Policy>
class Scratch {
 public:
  Scratch(execution_policy<Policy>& policy, std::size_t bytes) : memory_(policy, bytes) {}
  DeviceThread thread() { return DeviceThread(thrust::raw_pointer_cast(memory_.data())); }

 private:
  thrust::detail::temporary_array<unsigned char, Policy> memory_;
};

}  // namespace simulated
}  // namespace cuda_cub
THRUST_NAMESPACE_END
