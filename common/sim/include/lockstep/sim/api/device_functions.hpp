/// @file
/// @brief Devices: how many there are, what they offer, and their settings.
///
/// There is one simulated device, number 0. Other numbers give cudaErrorInvalidDevice.
#pragma once

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
/// Makes the device current at once, as CUDA 12 does; `flags` only matter where `deviceFlags` is non-zero.
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
cudaError_t cudaChooseDevice(int* device, const struct cudaDeviceProp* prop);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* prop, int device);
/// Limits in bytes, threads, blocks, or 0 and 1 for no and yes. cudaErrorInvalidValue: there is no such attribute.
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr, int device);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);

/// Runs all work that was queued. Returns its first error.
cudaError_t cudaDeviceSynchronize(void);
/// Runs all work, then frees all memory, streams, events and graphs, and forgets a sticky error.
cudaError_t cudaDeviceReset(void);

cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit);
/// Limits are kept and answered; only cudaLimitStackSize's refusal above 256 KB has an effect.
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* cacheConfig);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
/// `greatestPriority` is the smaller number.
cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority);
/// "0000:00:00.0": the simulated device is on no bus.
cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device);

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId);
/// The devices that programs may use, in their order; none stands for all.
cudaError_t cudaSetValidDevices(int* device_arr, int len);

/// cudaErrorInvalidDevice: the two are the same, as they always are here.
cudaError_t cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr attr, int srcDevice, int dstDevice);
cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice);
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peerDevice);

/// 13000: the API that is followed.
cudaError_t cudaRuntimeGetVersion(int* runtimeVersion);
cudaError_t cudaDriverGetVersion(int* driverVersion);

/// There is no profiler to start or stop; both are accepted.
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

#ifdef __cplusplus
}  // extern "C"
#endif
