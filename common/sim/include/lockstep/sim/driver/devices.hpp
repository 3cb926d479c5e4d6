/// @file
/// @brief The driver API's questions about devices, settings and errors.
#pragma once

#include "lockstep/sim/driver/contexts.hpp"

#define LOCKSTEP_DRIVER_FUNCTION [[gnu::always_inline]] inline CUresult

LOCKSTEP_DRIVER_FUNCTION cuDriverGetVersion(int* driverVersion) {
  return lockstep::sim::driver_result(cudaDriverGetVersion(driverVersion));
}

LOCKSTEP_DRIVER_FUNCTION cuDeviceGetCount(int* count) {
  return lockstep::sim::driver_call(
      false, [&]() __attribute__((always_inline)) { return cudaGetDeviceCount(count); });
}
LOCKSTEP_DRIVER_FUNCTION cuDeviceGet(CUdevice* device, int ordinal) {
  return lockstep::sim::driver_call(
      false, [&]() __attribute__((always_inline)) {
        if (device == nullptr) return cudaErrorInvalidValue;
        int count = 0;
        if (const cudaError_t error = cudaGetDeviceCount(&count)) return error;
        if (ordinal < 0 || ordinal >= count) return cudaErrorInvalidDevice;
        *device = ordinal;
        return cudaSuccess;
      });
}

namespace lockstep::sim {
/// Runs `use(properties)` for a function that wants one of a device's properties.
template <class Use>
CUresult driver_properties(CUdevice device, bool wanted, Use&& use) {
  return driver_call(
      false, [&]() __attribute__((always_inline)) {
        if (!wanted) return cudaErrorInvalidValue;
        cudaDeviceProp properties;
        if (const cudaError_t error = cudaGetDeviceProperties(&properties, device)) return error;
        use(properties);
        return cudaSuccess;
      });
}
}  // namespace lockstep::sim

LOCKSTEP_DRIVER_FUNCTION cuDeviceGetName(char* name, int len, CUdevice dev) {
  return lockstep::sim::driver_properties(dev, name != nullptr && len > 0, [&](const cudaDeviceProp& properties) {
    int i = 0;
    for (; i < len - 1 && properties.name[i] != 0; ++i) name[i] = properties.name[i];
    name[i] = 0;
  });
}
LOCKSTEP_DRIVER_FUNCTION cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) {
  return lockstep::sim::driver_properties(dev, uuid != nullptr, [&](const cudaDeviceProp& properties) { *uuid = properties.uuid; });
}
LOCKSTEP_DRIVER_FUNCTION cuDeviceTotalMem(size_t* bytes, CUdevice dev) {
  return lockstep::sim::driver_properties(dev, bytes != nullptr,
                                          [&](const cudaDeviceProp& properties) { *bytes = properties.totalGlobalMem; });
}
LOCKSTEP_DRIVER_FUNCTION cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) {
  return lockstep::sim::driver_properties(dev, major != nullptr && minor != nullptr, [&](const cudaDeviceProp& properties) {
    *major = properties.major;
    *minor = properties.minor;
  });
}
LOCKSTEP_DRIVER_FUNCTION cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
  return lockstep::sim::driver_call(
      false, [&]() __attribute__((always_inline)) { return cudaDeviceGetAttribute(pi, static_cast<cudaDeviceAttr>(attrib), dev); });
}
LOCKSTEP_DRIVER_FUNCTION cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) {
  return lockstep::sim::driver_call(
      false, [&]() __attribute__((always_inline)) { return cudaDeviceGetPCIBusId(pciBusId, len, dev); });
}
LOCKSTEP_DRIVER_FUNCTION cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
  return lockstep::sim::driver_call(
      false, [&]() __attribute__((always_inline)) { return cudaDeviceCanAccessPeer(canAccessPeer, dev, peerDev); });
}

LOCKSTEP_DRIVER_FUNCTION cuCtxSynchronize() {
  return lockstep::sim::driver_call(
      true, []() __attribute__((always_inline)) { return cudaDeviceSynchronize(); });
}
LOCKSTEP_DRIVER_FUNCTION cuCtxSetLimit(CUlimit limit, size_t value) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}
LOCKSTEP_DRIVER_FUNCTION cuCtxGetLimit(size_t* pvalue, CUlimit limit) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaDeviceGetLimit(pvalue, static_cast<cudaLimit>(limit)); });
}
LOCKSTEP_DRIVER_FUNCTION cuCtxSetCacheConfig(CUfunc_cache config) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)); });
}
LOCKSTEP_DRIVER_FUNCTION cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority); });
}

LOCKSTEP_DRIVER_FUNCTION cuGetErrorName(CUresult error, const char** pStr) {
  if (pStr == nullptr) return CUDA_ERROR_INVALID_VALUE;
#define LOCKSTEP_DRIVER_ERROR(name, number) \
  case name:                                \
    *pStr = #name;                          \
    return CUDA_SUCCESS;
  switch (error) { LOCKSTEP_DRIVER_ERRORS(LOCKSTEP_DRIVER_ERROR) }
#undef LOCKSTEP_DRIVER_ERROR
  *pStr = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}
/// What the code means: the runtime API's words.
LOCKSTEP_DRIVER_FUNCTION cuGetErrorString(CUresult error, const char** pStr) {
  if (const CUresult known = cuGetErrorName(error, pStr)) return known;
  *pStr = cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}
