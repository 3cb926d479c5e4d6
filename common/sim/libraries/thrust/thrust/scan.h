/// @file
/// @brief Thrust's scan.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/scan.h>

#include <thrust/iterator/counting_iterator.h>
