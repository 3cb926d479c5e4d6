/// @file
/// @brief `common_functions.h` under the name by which some programs include it.
#pragma once

#include "cuda_runtime.h"
