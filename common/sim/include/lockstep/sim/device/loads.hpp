/// @file
/// @brief Loads and stores with a cache hint (`__ldg`, `__stcs` …): the hints say nothing that a simulator without caches could use.
///
/// Each is one plain access of the value's full width, so that the hooks see what the hardware would do.
#pragma once

#include "lockstep/sim/device/atomics.hpp"

namespace lockstep::sim {

/// The types that CUDA's hinted loads and stores take.
template <class T>
constexpr bool kCacheable = kOneOf<T, char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
                                   long long, unsigned long long, float, double> ||
                            kOneOf<T, char2, char4, uchar2, uchar4, short2, short4, ushort2, ushort4, int2, int4, uint2, uint4, longlong2,
                                   ulonglong2, float2, float4, double2>;

}  // namespace lockstep::sim

#define LOCKSTEP_HINTED_LOAD(name)                                            \
  template <class T, std::enable_if_t<lockstep::sim::kCacheable<T>, int> = 0> \
  [[gnu::always_inline]] inline T name(const T* address) {                    \
    return *address;                                                          \
  }
#define LOCKSTEP_HINTED_STORE(name)                                                       \
  template <class T, std::enable_if_t<lockstep::sim::kCacheable<T>, int> = 0>             \
  [[gnu::always_inline]] inline void name(T* address, lockstep::sim::Identity<T> value) { \
    *address = value;                                                                     \
  }

LOCKSTEP_HINTED_LOAD(__ldg)
LOCKSTEP_HINTED_LOAD(__ldca)
LOCKSTEP_HINTED_LOAD(__ldcg)
LOCKSTEP_HINTED_LOAD(__ldcs)
LOCKSTEP_HINTED_LOAD(__ldlu)
LOCKSTEP_HINTED_LOAD(__ldcv)
LOCKSTEP_HINTED_STORE(__stwb)
LOCKSTEP_HINTED_STORE(__stcg)
LOCKSTEP_HINTED_STORE(__stcs)
LOCKSTEP_HINTED_STORE(__stwt)
#undef LOCKSTEP_HINTED_LOAD
#undef LOCKSTEP_HINTED_STORE
