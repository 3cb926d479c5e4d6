/// @file
/// @brief CUDA's qualifiers, `__host__` and its family: in .cu files words of the translator's, elsewhere nothing.
#pragma once

#include "host_defines.h"
