/// @file
/// @brief Thrust's find.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/find.h>

#include <thrust/iterator/constant_iterator.h>
