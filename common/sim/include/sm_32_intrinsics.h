/// @file
/// @brief `__ldg` and its family, and funnel shifts: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
