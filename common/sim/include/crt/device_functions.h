/// @file
/// @brief CUDA's intrinsics: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
