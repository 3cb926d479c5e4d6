/// @file
/// @brief The functions of the API that kernels may call.
#pragma once

#include "cuda_runtime.h"
