/// @file
/// @brief `make_float4` and its family: vector values from their components.
#pragma once
#define __VECTOR_FUNCTIONS_H__  // what programs ask for

#include "vector_types.h"

#define LOCKSTEP_MAKE(T, make, parameters, ...)                    \
  __attribute__((always_inline)) static inline T make parameters { \
    const T made = {__VA_ARGS__};                                  \
    return made;                                                   \
  }

// Not constexpr, as CUDA's are not.
#define LOCKSTEP_MAKE_VECTORS(T, name)                             \
  LOCKSTEP_MAKE(name##1, make_##name##1, (T x), x)                 \
  LOCKSTEP_MAKE(name##2, make_##name##2, (T x, T y), x, y)         \
  LOCKSTEP_MAKE(name##3, make_##name##3, (T x, T y, T z), x, y, z) \
  LOCKSTEP_MAKE(name##4, make_##name##4, (T x, T y, T z, T w), x, y, z, w)

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

#define LOCKSTEP_MAKE_WIDE_VECTORS(T, name)                                        \
  LOCKSTEP_MAKE(name##4_16a, make_##name##4_16a, (T x, T y, T z, T w), x, y, z, w) \
  LOCKSTEP_MAKE(name##4_32a, make_##name##4_32a, (T x, T y, T z, T w), x, y, z, w)

LOCKSTEP_MAKE_WIDE_VECTORS(long, long)
LOCKSTEP_MAKE_WIDE_VECTORS(unsigned long, ulong)
LOCKSTEP_MAKE_WIDE_VECTORS(long long, longlong)
LOCKSTEP_MAKE_WIDE_VECTORS(unsigned long long, ulonglong)
LOCKSTEP_MAKE_WIDE_VECTORS(double, double)
#undef LOCKSTEP_MAKE_WIDE_VECTORS
#undef LOCKSTEP_MAKE
