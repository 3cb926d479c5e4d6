/// @file
/// @brief Reductions of a warp: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
