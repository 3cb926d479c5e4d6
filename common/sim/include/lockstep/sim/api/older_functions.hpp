/// @file
/// @brief Functions that CUDA had until release 12, and books still show: they work, and the compiler says at their use what does the same.
#pragma once

#include "lockstep/sim/api/device_functions.hpp"

#define LOCKSTEP_OLDER_FUNCTION(name, parameters, newer, arguments) \
  [[deprecated("CUDA 13 does not have it: use " #newer), gnu::always_inline]] inline cudaError_t name parameters { return newer arguments; }

LOCKSTEP_OLDER_FUNCTION(cudaThreadSynchronize, (), cudaDeviceSynchronize, ())
LOCKSTEP_OLDER_FUNCTION(cudaThreadExit, (), cudaDeviceReset, ())
LOCKSTEP_OLDER_FUNCTION(cudaThreadSetLimit, (cudaLimit limit, std::size_t value), cudaDeviceSetLimit, (limit, value))
LOCKSTEP_OLDER_FUNCTION(cudaThreadGetLimit, (std::size_t * value, cudaLimit limit), cudaDeviceGetLimit, (value, limit))
LOCKSTEP_OLDER_FUNCTION(cudaThreadSetCacheConfig, (cudaFuncCache config), cudaDeviceSetCacheConfig, (config))
LOCKSTEP_OLDER_FUNCTION(cudaThreadGetCacheConfig, (cudaFuncCache * config), cudaDeviceGetCacheConfig, (config))
#undef LOCKSTEP_OLDER_FUNCTION
