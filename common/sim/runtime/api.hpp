/// @file
/// @brief What every function of the API does around its own work: one lock, the context's health, the thread's last error.
#pragma once

#include <mutex>
#include <new>
#include <utility>

#include "driver_types.h"

namespace lockstep::sim {

/// One lock around the API, so that several host threads may call it. Recursive: some functions are made of others.
std::recursive_mutex& api_mutex();

/// Remembers an error for cudaGetLastError, except cudaErrorNotReady, which CUDA does not count as one. Returns it.
cudaError_t remember(cudaError_t error);

/// The error of a kernel that failed, which every function that needs the device returns from then on; cudaSuccess before.
cudaError_t context_error();
void set_context_error(cudaError_t error);

/// Why the calling thread may not call the API: it is inside of a host function. Ends the launch where a kernel calls.
cudaError_t caller_error();

/// While one lives, the thread runs a program's callback, which may not call the API.
class InCallback {
 public:
  InCallback();
  ~InCallback();
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;
};

/// A function that works even after a kernel failed.
template <class Body>
cudaError_t query_api(Body&& body) {
  cudaError_t error = caller_error();  // before the lock: a kernel that calls never comes back to open it
  if (error != cudaSuccess) return error;
  const std::lock_guard lock(api_mutex());
  try {
    error = std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    error = cudaErrorMemoryAllocation;
  }
  return remember(error);
}

/// A function that needs the device.
template <class Body>
cudaError_t api(Body&& body) {
  return query_api([&] { return context_error() != cudaSuccess ? context_error() : body(); });
}

}  // namespace lockstep::sim
