/// @file
/// @brief What the toolkit's header brings along, and Debian's does not.
#pragma once

#include_next <thrust/find.h>

#include <thrust/iterator/constant_iterator.h>
