/// @file
/// @brief Atomic functions of later devices: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
