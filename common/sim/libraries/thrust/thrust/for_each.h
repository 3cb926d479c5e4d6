/// @file
/// @brief What the toolkit's header brings along, and Debian's does not.
#pragma once

#include_next <thrust/for_each.h>

#include <thrust/advance.h>
#include <thrust/distance.h>
#include <thrust/iterator/counting_iterator.h>
