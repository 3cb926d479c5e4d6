/// @file
/// @brief What the toolkit's header brings along, and Debian's does not.
#pragma once

#include_next <thrust/copy.h>

#include <thrust/iterator/counting_iterator.h>
