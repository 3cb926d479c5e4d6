/// @file
/// @brief Thrust's unique.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/unique.h>

#include <thrust/iterator/constant_iterator.h>
