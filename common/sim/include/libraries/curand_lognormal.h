/// @file
/// @brief cuRAND's header for log-normal numbers.
#pragma once

#include "curand_kernel.h"
