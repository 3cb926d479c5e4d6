/// @file
/// @brief Warp intrinsics with masks: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
