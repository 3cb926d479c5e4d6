/// @file
/// @brief Atomic functions that came with compute capability 2.0: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
