/// @file
/// @brief thrust::copy from the device: to itself, and to the host where the elements have to be computed first.
#pragma once

#include <thrust/detail/raw_reference_cast.h>
#include_next <thrust/system/cuda/detail/copy.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class Input, class Output>
Output copy(execution_policy<Policy>& policy, Input first, Input last, Output result) {
  return cuda_cub::copy_n(policy, first, last - first, result);
}

template <class Policy, class Input, class Size, class Output>
Output copy_n(execution_policy<Policy>& policy, Input first, Size count, Output result) {
  simulated::run_each(derived_cast(policy), "thrust::copy", count,
                      [first, result](auto i) mutable { thrust::raw_reference_cast(result[i]) = thrust::raw_reference_cast(first[i]); });
  return result + count;
}

/// To the host, of elements that are no plain bytes in the device's memory.
template <class Device, class Host, class Input, class Size, class Output>
Output cross_system_copy_n(execution_policy<Device>& device, thrust::cpp::execution_policy<Host>& host, Input first, Size count,
                           Output result, thrust::detail::false_type) {
  using Element = typename iterator_traits<Input>::value_type;
  thrust::detail::temporary_array<Element, Device> computed(device, count);
  cuda_cub::copy_n(device, first, count, computed.data());
  thrust::detail::temporary_array<Element, Host> copied(host, count);
  throw_on_error(trivial_copy_from_device(copied.data().get(), computed.data().get(), count, stream(device)), "thrust::copy: to the host");
  return thrust::copy_n(host, copied.data(), count, result);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
