/// @file
/// @brief Thrust's policy for code that one thread of a kernel runs. Temporary arrays are cut from memory that the host allocated.
#pragma once

#include <thrust/system/detail/sequential/execution_policy.h>

#include <cstddef>

namespace lockstep::sim::algorithms {

struct DeviceThread : ::thrust::system::detail::sequential::execution_policy<DeviceThread> {
  DeviceThread() = default;
  /// What is any system's, Thrust treats as the thread's own where the two meet.
  template <class Policy>
  DeviceThread(const ::thrust::execution_policy<Policy>&) {}
  explicit DeviceThread(void* scratch_) : scratch(static_cast<unsigned char*>(scratch_)) {}

  static constexpr std::size_t kAlignment = 256;
  unsigned char* scratch = nullptr;  ///< the next array begins here
};

/// What an array of `count` elements takes of the memory.
template <class Element>
constexpr std::size_t scratch_bytes(std::size_t count) {
  return (count * sizeof(Element) + DeviceThread::kAlignment - 1) / DeviceThread::kAlignment * DeviceThread::kAlignment;
}

inline void* malloc(DeviceThread& me, std::size_t bytes) {
  unsigned char* const begin = me.scratch;
  me.scratch += scratch_bytes<unsigned char>(bytes);
  return begin;
}

template <class Pointer>
void free(DeviceThread&, Pointer) {}

}  // namespace lockstep::sim::algorithms
