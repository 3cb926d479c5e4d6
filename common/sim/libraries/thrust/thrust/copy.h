/// @file
/// @brief Thrust's copy.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/copy.h>

#include <thrust/iterator/counting_iterator.h>
