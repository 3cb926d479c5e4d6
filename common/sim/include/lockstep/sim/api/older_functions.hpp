/// @file
/// @brief Functions that CUDA had until release 12, and books still show: they work, and the compiler says at their use what does the same.
#pragma once

#include "lockstep/sim/api/device_functions.hpp"

#define LOCKSTEP_OLDER_FUNCTION(name, parameters, newer, arguments)                                                               \
  __attribute__((deprecated("CUDA 13 does not have it: use " #newer), always_inline)) static inline cudaError_t name parameters { \
    return newer arguments;                                                                                                       \
  }

LOCKSTEP_OLDER_FUNCTION(cudaThreadSynchronize, (void), cudaDeviceSynchronize, ())
LOCKSTEP_OLDER_FUNCTION(cudaThreadExit, (void), cudaDeviceReset, ())
LOCKSTEP_OLDER_FUNCTION(cudaThreadSetLimit, (enum cudaLimit limit, size_t value), cudaDeviceSetLimit, (limit, value))
LOCKSTEP_OLDER_FUNCTION(cudaThreadGetLimit, (size_t * value, enum cudaLimit limit), cudaDeviceGetLimit, (value, limit))
LOCKSTEP_OLDER_FUNCTION(cudaThreadSetCacheConfig, (enum cudaFuncCache config), cudaDeviceSetCacheConfig, (config))
LOCKSTEP_OLDER_FUNCTION(cudaThreadGetCacheConfig, (enum cudaFuncCache * config), cudaDeviceGetCacheConfig, (config))
#undef LOCKSTEP_OLDER_FUNCTION
