/// @file
/// @brief Thrust's fill.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/fill.h>

#include <thrust/advance.h>
#include <thrust/distance.h>
#include <thrust/iterator/counting_iterator.h>
