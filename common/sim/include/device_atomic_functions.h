/// @file
/// @brief The atomic functions: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
