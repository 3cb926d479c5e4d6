/// @file
/// @brief Thrust's sort.h, with what CUDA's brings along and Debian's does not.
#pragma once

#include_next <thrust/sort.h>

#include <thrust/execution_policy.h>
#include <thrust/iterator/constant_iterator.h>
