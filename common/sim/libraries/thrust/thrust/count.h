/// @file
/// @brief Thrust's count.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/count.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
