/// @file
/// @brief The rest of the header for half, as other headers of CUDA's include it.
#pragma once

#include "cuda_fp16.h"
