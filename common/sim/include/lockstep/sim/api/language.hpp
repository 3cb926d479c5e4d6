/// @file
/// @brief What lets C read the API's types and functions, too: default arguments and enumerations of a fixed type are C++'s.
#pragma once

#ifdef __cplusplus
#include <cstddef>
#define LOCKSTEP_INT : int
#define LOCKSTEP_OR(value) = value
#define LOCKSTEP_ALIGNED(bytes) alignas(bytes)
#else
#define LOCKSTEP_INT
#define LOCKSTEP_OR(value)
#define LOCKSTEP_ALIGNED(bytes) __attribute__((aligned(bytes)))
#endif
