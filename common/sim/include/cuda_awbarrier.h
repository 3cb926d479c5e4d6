/// @file
/// @brief The barrier primitives, under the name of CUDA's larger header.
#pragma once

#include "cuda_awbarrier_primitives.h"
