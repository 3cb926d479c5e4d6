/// @file
/// @brief Thrust's transform.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/transform.h>

#include <thrust/distance.h>
#include <thrust/iterator/counting_iterator.h>
