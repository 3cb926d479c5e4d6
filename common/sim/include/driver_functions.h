/// @file
/// @brief CUDA's header for make_cudaExtent and its like, which the runtime API brings too.
#pragma once

#include "cuda_runtime_api.h"
