/// @file
/// @brief `clock`, `memcpy` and `printf` in kernels: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
