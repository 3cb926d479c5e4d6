/// @file
/// @brief CUDA's qualifiers in host code, where they mean nothing, so that .cpp files can share headers with .cu files, and what CUDA's own
/// headers write in front of declarations.
#pragma once
#define __HOST_DEFINES_H__  // what programs ask for

#ifndef __CUDACC__
#define __host__
#define __device__
#define __global__
#define __constant__
#define __shared__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#endif

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __no_return__ __attribute__((noreturn))
#define __inline_hint__
#define __nv_pure__ __attribute__((pure))
#define __thread__ __thread
#define __import__
#define __export__
#define __annotate__(name)
#define __location__(name)
#define __device_builtin__
#define __host_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
