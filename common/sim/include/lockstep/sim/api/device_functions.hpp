/// @file
/// @brief Devices: how many there are, what they offer, and their settings.
///
/// There is one simulated device, number 0. Other numbers give cudaErrorInvalidDevice.
#pragma once

#include "driver_types.h"

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
/// Makes the device current at once, as CUDA 12 does; `flags` only matter where `deviceFlags` is non-zero.
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device);
/// Limits in bytes, threads, blocks, or 0 and 1 for no and yes. cudaErrorInvalidValue: there is no such attribute.
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);

/// Runs all work that was queued. Returns its first error.
cudaError_t cudaDeviceSynchronize();
/// Runs all work, then frees all memory, streams, events and graphs, and forgets a sticky error.
cudaError_t cudaDeviceReset();

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
/// Limits are kept and answered; only cudaLimitStackSize's refusal above 256 KB has an effect.
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* cacheConfig);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
/// `greatestPriority` is the smaller number.
cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority);
/// "0000:00:00.0": the simulated device is on no bus.
cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device);

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice);
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peerDevice);

/// 13000: the API that is followed.
cudaError_t cudaRuntimeGetVersion(int* runtimeVersion);
cudaError_t cudaDriverGetVersion(int* driverVersion);

/// There is no profiler to start or stop; both are accepted.
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
