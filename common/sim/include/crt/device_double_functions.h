/// @file
/// @brief Intrinsics for double: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
