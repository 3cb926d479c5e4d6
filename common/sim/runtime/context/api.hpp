/// @file
/// @brief What every function of the API does around its own work: one lock, the context's health, the thread's last error.
#pragma once

#include <mutex>
#include <new>
#include <utility>

#include "driver_types.h"
#include "lockstep/sim/engine.hpp"
#include "sim/engine/accesses/hooks.hpp"
#include "sim/runtime/context/call.hpp"

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

/// Why the calling thread may not call the API: it is inside of a host function. Ends the launch where a kernel calls `function`.
cudaError_t caller_error(const Call& function);

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
cudaError_t query_api(Body&& body, const char* function = __builtin_FUNCTION(), const void* pc = __builtin_return_address(0)) {
  cudaError_t error = caller_error({function, pc});  // before the lock: a kernel that calls never comes back to open it
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
cudaError_t api(Body&& body, const char* function = __builtin_FUNCTION(), const void* pc = __builtin_return_address(0)) {
  use_device();
  return query_api([&] { return context_error() != cudaSuccess ? context_error() : body(); }, function, pc);
}

/// While one lives, a thread of a kernel is in a call of the API. Kernels take no lock of the API's, which the host's thread that runs them
/// holds: one of a grid's threads at a time is in a call. One that fails in there never comes out, and the others end with the grid.
class KernelCall {
 public:
  KernelCall();
  ~KernelCall();
  KernelCall(const KernelCall&) = delete;
  KernelCall& operator=(const KernelCall&) = delete;
};
/// Remembers an error for the running CUDA thread's cudaGetLastError. Returns it.
cudaError_t remember_in_kernel(cudaError_t error);

/// A function that kernels may call as well.
template <class Body>
cudaError_t both_api(Body&& body) {
  if (!in_kernel()) return api(std::forward<Body>(body));
  const KernelCall call;
  return remember_in_kernel(std::forward<Body>(body)());
}

/// What a kernel is told is a write of its thread.
template <class T>
void write_out(T* place, T value, const void* pc) {
  if (in_kernel()) watch(place, sizeof value, AccessKind::store, pc);
  *place = value;
}

}  // namespace lockstep::sim
