/// @file
/// @brief Atomic functions that came with compute capability 3.5: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
