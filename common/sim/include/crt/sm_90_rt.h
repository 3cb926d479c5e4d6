/// @file
/// @brief Clusters: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
