/// @file
/// @brief cuRAND's header for the generator MRG32k3a.
#pragma once

#include "curand_kernel.h"
