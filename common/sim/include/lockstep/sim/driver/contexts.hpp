/// @file
/// @brief Contexts of the driver API, all of the one device: handles, and which one is current to a thread.
#pragma once

#include "lockstep/sim/driver/types.hpp"

extern "C" {
CUresult cuInit(unsigned int flags);

CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev);
CUresult cuDevicePrimaryCtxRelease(CUdevice dev);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active);
CUresult cuDevicePrimaryCtxReset(CUdevice dev);

/// The new context is current to the calling thread. Contexts share all memory here, and destroying one frees none.
CUresult cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev);
CUresult cuCtxDestroy(CUcontext ctx);
CUresult cuCtxPushCurrent(CUcontext ctx);
CUresult cuCtxPopCurrent(CUcontext* pctx);
CUresult cuCtxSetCurrent(CUcontext ctx);
CUresult cuCtxGetCurrent(CUcontext* pctx);
CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuCtxGetFlags(unsigned int* flags);
CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int* version);
}

typedef struct CUctxCreateParams_st CUctxCreateParams;
[[gnu::always_inline]] inline CUresult cuCtxCreate(CUcontext* pctx, unsigned int flags, CUdevice dev) {
  return cuCtxCreate_v2(pctx, flags, dev);
}
/// CUDA 13's; `parameters` must be null.
[[gnu::always_inline]] inline CUresult cuCtxCreate(CUcontext* pctx, CUctxCreateParams* parameters, unsigned int flags, CUdevice dev) {
  return parameters == nullptr ? cuCtxCreate_v2(pctx, flags, dev) : CUDA_ERROR_NOT_SUPPORTED;
}

namespace lockstep::sim {

/// CUDA_SUCCESS where a function that needs a context may go on: `cuInit` was called, and the thread has one, which may be the runtime
/// API's.
CUresult driver_state(bool needs_context);

/// The driver's number for an error of the runtime API; some of those have none of their own.
CUresult driver_result(cudaError_t error);

/// While one lives, what the thread calls of the runtime API is the driver API's doing, and does not make the primary context current.
struct DriverCall {
  DriverCall();
  ~DriverCall();
};

/// Runs `call`, a function of the runtime API, as one of the driver API: its error is not the runtime API's last one. Inlined into the
/// program, as all functions of the driver API are, so that reports show the program's line.
template <class Call>
[[gnu::always_inline]] inline CUresult driver_call(bool needs_context, Call&& call) {
  if (const CUresult state = driver_state(needs_context)) return state;
  const DriverCall here;
  const cudaError_t before = cudaPeekAtLastError();
  const cudaError_t error = call();
  if (before == cudaSuccess && error != cudaSuccess) (void)cudaGetLastError();
  return driver_result(error);
}

}  // namespace lockstep::sim
