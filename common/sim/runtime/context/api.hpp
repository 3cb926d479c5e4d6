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

/// While one lives, the thread is in a call of the API, and holds the lock.
class ApiCall {
 public:
  ApiCall();
  ~ApiCall();
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  static bool any_waits();  ///< does a thread wait for the lock?
  static bool here();       ///< is the calling thread in one?
};

/// Remembers an error for cudaGetLastError, except cudaErrorNotReady, which CUDA does not count as one. Returns it.
cudaError_t remember(cudaError_t error);

/// The error of a kernel that failed, which every function that needs the device returns from then on; cudaSuccess before.
cudaError_t context_error();
void set_context_error(cudaError_t error);

/// Whether a function that needs the device was ever called: from then on the driver API finds the runtime's context.
bool device_in_use();
void use_device();
/// The calls of the driver API that the thread is in: what they call does not count.
int& driver_calls();

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
  const ApiCall call;
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
  use_device();
  return query_api([&] { return context_error() != cudaSuccess ? context_error() : body(); });
}

}  // namespace lockstep::sim
