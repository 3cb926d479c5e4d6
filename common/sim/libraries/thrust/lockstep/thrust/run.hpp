/// @file
/// @brief Runs a part of a Thrust algorithm as a kernel in the policy's stream, and waits for it as Thrust does.
///
/// Called in a kernel, the calling thread does it all.
#pragma once

#include <thrust/detail/config.h>

#include <type_traits>

#include "lockstep/thrust/device_thread.hpp"
#include "lockstep/thrust/launch.hpp"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace simulated {

using namespace ::lockstep::sim::algorithms;

// What belongs to the policy (`stream`, `wait_for_work`, …) is declared later than this: its namespace is searched where it is used.

/// Calls `work(i)` in a thread for each i below `count`.
template <class Policy, class Size, class Work>
void run_each(Policy& policy, const char* name, Size count, Work work) {
  if (count <= 0) return;
  if (::lockstep::sim::in_kernel()) {
    for (Size i = 0; i < count; ++i) work(i);
    return;
  }
  launch_each(name, stream(policy), static_cast<std::size_t>(count), work);
  wait_for_work(policy, name);
}

/// Calls `work(thread)` in one thread.
template <class Policy, class Work>
void run_once(Policy& policy, const char* name, DeviceThread thread, Work work) {
  if (::lockstep::sim::in_kernel()) return work(thread);
  launch_one(name, stream(policy), [thread, work]() mutable { work(thread); });
  wait_for_work(policy, name);
}

/// Returns what `work(thread)` returns, computed by one thread.
template <class Policy, class Work>
auto compute(Policy& policy, const char* name, DeviceThread thread, Work work) {
  using Result = std::decay_t<decltype(work(thread))>;
  if (::lockstep::sim::in_kernel()) return Result(work(thread));
  Delivery<Result> delivery;
  launch_one(name, stream(policy), [thread, work, to = delivery.address()]() mutable { deliver<Result>(to, work(thread)); });
  wait_for_result(policy, name);
  return delivery.take();
}

}  // namespace simulated
}  // namespace cuda_cub
THRUST_NAMESPACE_END
