/// @file
/// @brief Last errors, the context's error, and what the codes mean.
#include "lockstep/sim/api/error_functions.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <atomic>
#include <string_view>
#include <utility>

#include "sim/engine/failures/failure.hpp"
#include "sim/engine/running/worker.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/unseen_errors.hpp"

namespace lockstep::sim {

namespace {

thread_local cudaError_t last_error = cudaSuccess;
thread_local int callbacks = 0;
thread_local int calls_here = 0;
std::atomic<int> calls_waiting = 0;
cudaError_t sticky_error = cudaSuccess;
std::atomic<bool> used = false;

}  // namespace

std::recursive_mutex& api_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

ApiCall::ApiCall() {
  ++calls_here;
  if (api_mutex().try_lock()) return;
  ++calls_waiting;
  api_mutex().lock();
  --calls_waiting;
}
ApiCall::~ApiCall() {
  api_mutex().unlock();
  --calls_here;
}
bool ApiCall::any_waits() { return calls_waiting != 0; }
bool ApiCall::here() { return calls_here != 0; }

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

bool device_in_use() { return used; }
void use_device() {
  if (driver_calls() == 0) used = true;
}
int& driver_calls() {
  static thread_local int calls = 0;
  return calls;
}

cudaError_t context_error() { return sticky_error; }
void set_context_error(cudaError_t error) { sticky_error = error; }

KernelCall::KernelCall() {
  GridRun& grid = current_worker->grid();
  while (grid.call_runs.exchange(true)) {
    if (grid.failed.load()) current_worker->abandon();
    sched_yield();
  }
}
KernelCall::~KernelCall() { current_worker->grid().call_runs = false; }

cudaError_t remember_in_kernel(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) current_worker->current().last_error = error;
  return error;
}

cudaError_t caller_error(const Call& function) {
  const std::string_view name = function.name;
  if (in_kernel())
    fail({.error = cudaErrorNotPermitted,
          .text = fmt::format("a kernel called {}, which only host code may call",
                              name.starts_with("cuda") ? name : "a function of the runtime API"),
          .pc = function.pc});
  return callbacks > 0 ? cudaErrorNotPermitted : cudaSuccess;
}

InCallback::InCallback() { ++callbacks; }
InCallback::~InCallback() { --callbacks; }

}  // namespace lockstep::sim

using lockstep::sim::last_error;

cudaError_t cudaGetLastError() {
  if (lockstep::sim::in_kernel()) return std::exchange(lockstep::sim::current_worker->current().last_error, cudaSuccess);
  lockstep::sim::forget_unseen();
  return std::exchange(last_error, cudaSuccess);
}
cudaError_t cudaPeekAtLastError() {
  if (lockstep::sim::in_kernel()) return lockstep::sim::current_worker->current().last_error;
  lockstep::sim::forget_unseen();
  return last_error;
}

#define LOCKSTEP_ERROR_NAME(name, number, text) \
  case name:                                    \
    return #name;
#define LOCKSTEP_ERROR_TEXT(name, number, text) \
  case name:                                    \
    return text;

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    LOCKSTEP_CUDA_ERRORS(LOCKSTEP_ERROR_NAME)
    case cudaErrorApiFailureBase:
      return "cudaErrorApiFailureBase";
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    LOCKSTEP_CUDA_ERRORS(LOCKSTEP_ERROR_TEXT)
    case cudaErrorApiFailureBase:
      return "api failure base";
  }
  return "unrecognized error code";
}
