/// @file
/// @brief Thrust's for_each.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/for_each.h>

#include <thrust/advance.h>
#include <thrust/distance.h>
#include <thrust/iterator/counting_iterator.h>
