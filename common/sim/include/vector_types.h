/// @file
/// @brief CUDA's vector types: `float4`, `uint3`, `dim3` and their family, with CUDA's sizes and alignments.
#pragma once
#define __VECTOR_TYPES_H__  // what programs ask for

#include "lockstep/sim/api/language.hpp"

// One line a type keeps the table readable; the alignments are those of the CUDA C++ Programming Guide, "Built-in Vector Types".
#define LOCKSTEP_VECTOR_TYPES(T, name, align2, align4) \
  struct name##1 {                                     \
    T x;                                               \
  };                                                   \
  struct LOCKSTEP_ALIGNED(align2) name##2 {            \
    T x, y;                                            \
  };                                                   \
  struct name##3 {                                     \
    T x, y, z;                                         \
  };                                                   \
  struct LOCKSTEP_ALIGNED(align4) name##4 {            \
    T x, y, z, w;                                      \
  };                                                   \
  typedef struct name##1 name##1;                      \
  typedef struct name##2 name##2;                      \
  typedef struct name##3 name##3;                      \
  typedef struct name##4 name##4;

LOCKSTEP_VECTOR_TYPES(signed char, char, 2, 4)
LOCKSTEP_VECTOR_TYPES(unsigned char, uchar, 2, 4)
LOCKSTEP_VECTOR_TYPES(short, short, 4, 8)
LOCKSTEP_VECTOR_TYPES(unsigned short, ushort, 4, 8)
LOCKSTEP_VECTOR_TYPES(int, int, 8, 16)
LOCKSTEP_VECTOR_TYPES(unsigned int, uint, 8, 16)
LOCKSTEP_VECTOR_TYPES(long, long, 16, 16)
LOCKSTEP_VECTOR_TYPES(unsigned long, ulong, 16, 16)
LOCKSTEP_VECTOR_TYPES(long long, longlong, 16, 16)
LOCKSTEP_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16)
LOCKSTEP_VECTOR_TYPES(float, float, 8, 16)
LOCKSTEP_VECTOR_TYPES(double, double, 16, 16)
#undef LOCKSTEP_VECTOR_TYPES

// CUDA 13 names the alignment of its 32-byte vectors.
#define LOCKSTEP_WIDE_VECTORS(T, name)      \
  struct LOCKSTEP_ALIGNED(16) name##4_16a { \
    T x, y, z, w;                           \
  };                                        \
  struct LOCKSTEP_ALIGNED(32) name##4_32a { \
    T x, y, z, w;                           \
  };                                        \
  typedef struct name##4_16a name##4_16a;   \
  typedef struct name##4_32a name##4_32a;

LOCKSTEP_WIDE_VECTORS(long, long)
LOCKSTEP_WIDE_VECTORS(unsigned long, ulong)
LOCKSTEP_WIDE_VECTORS(long long, longlong)
LOCKSTEP_WIDE_VECTORS(unsigned long long, ulonglong)
LOCKSTEP_WIDE_VECTORS(double, double)
#undef LOCKSTEP_WIDE_VECTORS

/// A grid's or block's extent; what is not given is 1.
struct dim3 {
  unsigned x, y, z;
#ifdef __cplusplus
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
#endif
};
typedef struct dim3 dim3;
