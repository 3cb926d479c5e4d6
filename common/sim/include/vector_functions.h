/// @file
/// @brief `make_float4` and its family: vector values from their components.
#pragma once
#define __VECTOR_FUNCTIONS_H__  // what programs ask for

#include "vector_types.h"

// Not constexpr, as CUDA's are not.
#define LOCKSTEP_MAKE_VECTORS(T, name)                                                      \
  [[gnu::always_inline]] inline name##1 make_##name##1(T x) { return {x}; }                 \
  [[gnu::always_inline]] inline name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  [[gnu::always_inline]] inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  [[gnu::always_inline]] inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

LOCKSTEP_MAKE_VECTORS(signed char, char)
LOCKSTEP_MAKE_VECTORS(unsigned char, uchar)
LOCKSTEP_MAKE_VECTORS(short, short)
LOCKSTEP_MAKE_VECTORS(unsigned short, ushort)
LOCKSTEP_MAKE_VECTORS(int, int)
LOCKSTEP_MAKE_VECTORS(unsigned int, uint)
LOCKSTEP_MAKE_VECTORS(long, long)
LOCKSTEP_MAKE_VECTORS(unsigned long, ulong)
LOCKSTEP_MAKE_VECTORS(long long, longlong)
LOCKSTEP_MAKE_VECTORS(unsigned long long, ulonglong)
LOCKSTEP_MAKE_VECTORS(float, float)
LOCKSTEP_MAKE_VECTORS(double, double)
#undef LOCKSTEP_MAKE_VECTORS

#define LOCKSTEP_MAKE_WIDE_VECTORS(T, name)                                                                 \
  [[gnu::always_inline]] inline name##4_16a make_##name##4_16a(T x, T y, T z, T w) { return {x, y, z, w}; } \
  [[gnu::always_inline]] inline name##4_32a make_##name##4_32a(T x, T y, T z, T w) { return {x, y, z, w}; }

LOCKSTEP_MAKE_WIDE_VECTORS(long, long)
LOCKSTEP_MAKE_WIDE_VECTORS(unsigned long, ulong)
LOCKSTEP_MAKE_WIDE_VECTORS(long long, longlong)
LOCKSTEP_MAKE_WIDE_VECTORS(unsigned long long, ulonglong)
LOCKSTEP_MAKE_WIDE_VECTORS(double, double)
#undef LOCKSTEP_MAKE_WIDE_VECTORS
