/// @file
/// @brief thrust::reduce on the simulated device: halves are summed up by themselves, as in a GPU's tree. From left to right, a long sum of
/// floats would lose more digits than it does on a GPU.
#pragma once

#include <thrust/detail/raw_reference_cast.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace simulated {

template <class T, class Iterator, class Size, class Operator>
T tree_sum(Iterator first, Size count, Operator& combine) {
  constexpr Size kLeaf = 32;
  if (count > kLeaf) {
    const Size half = count / 2;
    const T left = tree_sum<T>(first, half, combine);
    return combine(left, tree_sum<T>(first + half, count - half, combine));
  }
  T sum = thrust::raw_reference_cast(first[0]);
  for (Size i = 1; i < count; ++i) sum = combine(sum, thrust::raw_reference_cast(first[i]));
  return sum;
}

}  // namespace simulated

template <class Policy, class Iterator, class T, class Operator>
T reduce(execution_policy<Policy>& policy, Iterator first, Iterator last, T init, Operator combine) {
  if (first == last) return init;
  return simulated::compute(derived_cast(policy), "thrust::reduce", {}, [=](simulated::DeviceThread&) mutable -> T {
    return combine(init, simulated::tree_sum<T>(first, last - first, combine));
  });
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
