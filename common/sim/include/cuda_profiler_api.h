/// @file
/// @brief CUDA's header for cudaProfilerStart and cudaProfilerStop.
#pragma once

#include "cuda_runtime_api.h"
