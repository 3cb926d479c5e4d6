/// @file
/// @brief cuRAND's header for normal numbers.
#pragma once

#include "curand_kernel.h"
