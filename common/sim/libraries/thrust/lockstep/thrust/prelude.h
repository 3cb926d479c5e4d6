/// @file
/// @brief What CUB would find out about the compiler, said before it asks; `./lockstep cc` includes it first.
#pragma once

#include <climits>  // CUB counts on CUDA's headers for it

// One compilation serves the host and the device: which side runs, only the running program knows.
#define CUB_IS_DEVICE_CODE ::lockstep::sim::in_kernel()
#define CUB_IS_HOST_CODE (!::lockstep::sim::in_kernel())
#define CUB_INCLUDE_DEVICE_CODE 1
#define CUB_INCLUDE_HOST_CODE 1
#define CUB_RUNTIME_ENABLED
#define CUB_RUNTIME_FUNCTION __host__ __device__

#define __CUDA_ARCH_LIST__ 900
#define __cudaDeviceSynchronizeDeprecationAvoidance cudaDeviceSynchronize
