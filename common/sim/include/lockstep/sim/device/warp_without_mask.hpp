/// @file
/// @brief Shuffles and votes as CUDA had them until release 9, without a mask: they are of the lanes that are here together.
///
/// CUDA 12 has them for devices below compute capability 7.0, of which nvcc makes code where no -arch is given.
#pragma once

#include "lockstep/sim/device/warp.hpp"

#ifdef LOCKSTEP_BELOW_COMPUTE_70
#define LOCKSTEP_WITHOUT_MASK(name) \
  deprecated("on compute_70 and above the lanes of a warp need not be together; use " #name "_sync()"), always_inline
#else
#define LOCKSTEP_WITHOUT_MASK(name) \
  unavailable(#name "() is not valid on compute_70 and above, and should be replaced with " #name "_sync()"), always_inline
#endif

#define LOCKSTEP_SHUFFLE_WITHOUT_MASK(T, name, Operand)                                                                   \
  __attribute__((LOCKSTEP_WITHOUT_MASK(name))) inline T name(T value, Operand operand, int width = warpSize,              \
                                                             lockstep::sim::Site site = lockstep::sim::Site::current()) { \
    return name##_sync(__activemask(site), value, operand, width, site);                                                  \
  }
#define LOCKSTEP_SHUFFLES_WITHOUT_MASK(T)                 \
  LOCKSTEP_SHUFFLE_WITHOUT_MASK(T, __shfl, int)           \
  LOCKSTEP_SHUFFLE_WITHOUT_MASK(T, __shfl_up, unsigned)   \
  LOCKSTEP_SHUFFLE_WITHOUT_MASK(T, __shfl_down, unsigned) \
  LOCKSTEP_SHUFFLE_WITHOUT_MASK(T, __shfl_xor, int)

LOCKSTEP_SHUFFLES_WITHOUT_MASK(int)
LOCKSTEP_SHUFFLES_WITHOUT_MASK(unsigned)
LOCKSTEP_SHUFFLES_WITHOUT_MASK(long)
LOCKSTEP_SHUFFLES_WITHOUT_MASK(unsigned long)
LOCKSTEP_SHUFFLES_WITHOUT_MASK(long long)
LOCKSTEP_SHUFFLES_WITHOUT_MASK(unsigned long long)
LOCKSTEP_SHUFFLES_WITHOUT_MASK(float)
LOCKSTEP_SHUFFLES_WITHOUT_MASK(double)

#define LOCKSTEP_VOTE_WITHOUT_MASK(T, name)                                                                               \
  __attribute__((LOCKSTEP_WITHOUT_MASK(name))) inline T name(int predicate,                                               \
                                                             lockstep::sim::Site site = lockstep::sim::Site::current()) { \
    return name##_sync(__activemask(site), predicate, site);                                                              \
  }

LOCKSTEP_VOTE_WITHOUT_MASK(unsigned, __ballot)
LOCKSTEP_VOTE_WITHOUT_MASK(int, __any)
LOCKSTEP_VOTE_WITHOUT_MASK(int, __all)

#undef LOCKSTEP_VOTE_WITHOUT_MASK
#undef LOCKSTEP_SHUFFLES_WITHOUT_MASK
#undef LOCKSTEP_SHUFFLE_WITHOUT_MASK
#undef LOCKSTEP_WITHOUT_MASK
