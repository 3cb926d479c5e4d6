/// @file
/// @brief Shuffles: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
