/// @file
/// @brief CUDA's header for make_cudaExtent and the like, which the runtime API also provides.
#pragma once

#include "cuda_runtime_api.h"
