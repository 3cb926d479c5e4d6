/// @file
/// @brief The rest of the header for bfloat16, as other headers of CUDA's include it.
#pragma once

#include "cuda_bf16.h"
