/// @file
/// @brief Dot products of bytes: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
