/// @file
/// @brief cuRAND's header for discrete numbers.
#pragma once

#include "curand_kernel.h"
