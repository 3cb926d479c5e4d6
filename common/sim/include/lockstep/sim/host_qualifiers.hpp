/// @file
/// @brief CUDA's qualifiers in host code, where they mean nothing, so that .cpp files can share headers with .cu files.
#pragma once

#ifndef __CUDACC__
#define __host__
#define __device__
#define __global__
#define __constant__
#define __shared__
#define __managed__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#endif
