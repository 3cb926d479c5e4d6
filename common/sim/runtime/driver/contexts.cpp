/// @file
/// @brief Contexts of the driver API. There is one device, and its memory is nobody's in particular: a context is a handle, which is
/// current or not.
#include "lockstep/sim/driver/contexts.hpp"

#include <set>
#include <vector>

#include "lockstep/sim/api/device_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"

struct CUctx_st {
  unsigned flags = 0;
};

namespace lockstep::sim {

namespace {

struct Contexts {
  Handles<CUctx_st> made;
  CUctx_st primary;
  int retained = 0;  ///< how often the primary one is
  bool initialised = false;
};

Contexts& contexts() {
  static auto& all = immortal<Contexts>();
  return all;
}

thread_local std::vector<CUctx_st*> current;  ///< to this thread: the last, above those that wait below it

bool is_live(const CUctx_st* context) { return context == &contexts().primary || contexts().made.find(context) != nullptr; }

/// A thread that set none has the primary one, as soon as the runtime API uses the device.
CUctx_st* current_context() {
  if (!current.empty()) return current.back();
  return device_in_use() ? &contexts().primary : nullptr;
}

template <class Body>
CUresult driver(bool needs_context, Body&& body) {
  const ApiCall call;
  const DriverCall here;
  if (const CUresult state = driver_state(needs_context)) return state;
  return body();
}

CUresult check_device(CUdevice device) { return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE; }

}  // namespace

DriverCall::DriverCall() { ++driver_calls(); }
DriverCall::~DriverCall() { --driver_calls(); }

CUresult driver_state(bool needs_context) {
  if (!contexts().initialised) return CUDA_ERROR_NOT_INITIALIZED;
  if (!needs_context) return CUDA_SUCCESS;
  const CUctx_st* const context = current_context();
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  return is_live(context) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult driver_result(cudaError_t error) {
#define LOCKSTEP_DRIVER_ERROR(name, number) \
  case number:                              \
    return name;
  switch (static_cast<int>(error)) { LOCKSTEP_DRIVER_ERRORS(LOCKSTEP_DRIVER_ERROR) }
#undef LOCKSTEP_DRIVER_ERROR
  return error == cudaErrorInvalidDeviceFunction ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

CUresult cuInit(unsigned int flags) {
  const ApiCall call;
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  contexts().initialised = true;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
  return driver(false, [&] {
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult error = check_device(dev)) return error;
    ++contexts().retained;
    *pctx = &contexts().primary;
    return CUDA_SUCCESS;
  });
}
CUresult cuDevicePrimaryCtxRelease(CUdevice dev) {
  return driver(false, [&] {
    if (const CUresult error = check_device(dev)) return error;
    if (contexts().retained == 0) return CUDA_ERROR_INVALID_CONTEXT;
    --contexts().retained;
    return CUDA_SUCCESS;
  });
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) {
  return driver(false, [&] {
    if (const CUresult error = check_device(dev)) return error;
    contexts().primary.flags = flags;
    return CUDA_SUCCESS;
  });
}
CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) {
  return driver(false, [&] {
    if (flags == nullptr || active == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult error = check_device(dev)) return error;
    *flags = contexts().primary.flags;
    *active = contexts().retained > 0 || device_in_use();
    return CUDA_SUCCESS;
  });
}
CUresult cuDevicePrimaryCtxReset(CUdevice dev) {
  return driver(false, [&] {
    if (const CUresult error = check_device(dev)) return error;
    return driver_result(cudaDeviceReset());
  });
}

CUresult cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev) {
  return driver(false, [&] {
    if (pctx == nullptr || (flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK)) != 0) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult error = check_device(dev)) return error;
    *pctx = contexts().made.make(CUctx_st{flags});
    current.push_back(*pctx);
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxDestroy(CUcontext ctx) {
  return driver(false, [&] {
    if (contexts().made.find(ctx) == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    const CUresult error = driver_result(cudaDeviceSynchronize());  // what was queued in it still runs
    if (!current.empty() && current.back() == ctx) current.pop_back();
    contexts().made.destroy(ctx);
    return error;
  });
}
CUresult cuCtxPushCurrent(CUcontext ctx) {
  return driver(false, [&] {
    if (!is_live(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
    current.push_back(ctx);
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxPopCurrent(CUcontext* pctx) {
  return driver(true, [&] {
    if (current.empty()) return CUDA_ERROR_INVALID_CONTEXT;
    if (pctx != nullptr) *pctx = current.back();
    current.pop_back();
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxSetCurrent(CUcontext ctx) {
  return driver(false, [&] {
    if (ctx != nullptr && !is_live(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
    if (!current.empty()) current.pop_back();
    if (ctx != nullptr) current.push_back(ctx);
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxGetCurrent(CUcontext* pctx) {
  return driver(false, [&] {
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pctx = current_context();
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxGetDevice(CUdevice* device) {
  return driver(true, [&] {
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxGetFlags(unsigned int* flags) {
  return driver(true, [&] {
    if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *flags = current_context()->flags;
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) {
  return driver(false, [&] {
    if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!is_live(ctx == nullptr ? current_context() : ctx)) return CUDA_ERROR_INVALID_CONTEXT;
    *version = 13000;
    return CUDA_SUCCESS;
  });
}
