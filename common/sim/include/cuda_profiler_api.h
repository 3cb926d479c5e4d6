/// @file
/// @brief CUDA's header for cudaProfilerStart and cudaProfilerStop.
#pragma once
#define __CUDA_PROFILER_API_H__  // what programs ask for

#include "cuda_runtime_api.h"
