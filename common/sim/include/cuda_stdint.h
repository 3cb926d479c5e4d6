/// @file
/// @brief Integers of a given size, as in C.
#pragma once

#include <stdint.h>
