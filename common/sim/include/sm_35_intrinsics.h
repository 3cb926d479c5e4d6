/// @file
/// @brief `__ldg` and its family: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
