/// @file
/// @brief cuRAND's header for Poisson's numbers.
#pragma once

#include "curand_kernel.h"
