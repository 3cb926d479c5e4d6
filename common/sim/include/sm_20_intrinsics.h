/// @file
/// @brief Votes and barriers that count: every .cu file has them.
#pragma once

#include "cuda_runtime.h"
