/// @file
/// @brief The CUDA driver API: the runtime API's functions under the driver's names, and contexts. What loads code of a GPU is refused.
#pragma once
#define __cuda_cuda_h__

#define CUDA_VERSION 13000
#define CUDAAPI

#include "cuda_runtime_api.h"
#ifdef __cplusplus
#include "lockstep/sim/driver/memory.hpp"
#include "lockstep/sim/driver/work.hpp"
#else  // its functions are part of the program, and C++
#include "lockstep/sim/driver/types.hpp"
#endif
