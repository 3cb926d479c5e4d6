/// @file
/// @brief The functions that make vectors, as other headers of CUDA's include them.
#pragma once

#include "vector_functions.h"
