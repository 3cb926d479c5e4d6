/// @file
/// @brief Thrust's reduce.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/reduce.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
