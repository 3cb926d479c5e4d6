/// @file
/// @brief CUDA's header for make_cudaExtent and the like, which the runtime API also provides.
#pragma once
#define __DRIVER_FUNCTIONS_H__  // what programs ask for

#include "cuda_runtime_api.h"
