/// @file
/// @brief cuRAND's header for uniform numbers.
#pragma once

#include "curand_kernel.h"
