/// @file
/// @brief CUDA's mathematical functions: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
