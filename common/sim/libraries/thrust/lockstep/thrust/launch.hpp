/// @file
/// @brief How an algorithm of Thrust or CUB becomes a kernel: a thread for each element, or one thread that computes a result.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "lockstep/sim/launch.hpp"

namespace lockstep::sim::algorithms {

/// Queues `work(i)` for each i below `count`, in a kernel of that name.
template <class Work>
void launch_each(const char* name, cudaStream_t stream, std::size_t count, Work work) {
  constexpr unsigned kBlock = 256;
  if (count == 0) return;
  configure(static_cast<unsigned>((count + kBlock - 1) / kBlock), kBlock, 0, stream);
  enter<void(Work)>(KernelTraits{name}, [work, count]() mutable {
    const std::size_t i = std::size_t{blockIdx.x} * kBlock + threadIdx.x;
    if (i < count) work(i);
  });
}

/// Queues `work()`, in a kernel of that name with one thread.
template <class Work>
void launch_one(const char* name, cudaStream_t stream, Work work) {
  configure(1, 1, 0, stream);
  enter<void(Work)>(KernelTraits{name}, [work]() mutable { work(); });
}

/// Writes a result into host memory, which device code itself must not touch.
template <class Result>
[[gnu::noinline, gnu::no_sanitize("thread")]] void deliver(void* to, const Result& result) {
  __builtin_memcpy(to, &result, sizeof(Result));
}

/// What a kernel of one thread computes, once the host has waited for it.
template <class Result>
class Delivery {
 public:
  void* address() { return bytes_; }
  Result take() { return std::move(*reinterpret_cast<Result*>(bytes_)); }

 private:
  alignas(Result) unsigned char bytes_[sizeof(Result)] = {};
};

}  // namespace lockstep::sim::algorithms
