/// @file
/// @brief Numbers of 16 bits and pairs in memory and between lanes: loads and stores with a hint, shuffles, atomic additions. Part of
/// narrow_functions.hpp.

#define LOCKSTEP_HINTED_LOAD(name, T) \
  LOCKSTEP_INLINE T name(const T* address) { return *address; }
#define LOCKSTEP_HINTED_STORE(name, T) \
  LOCKSTEP_INLINE void name(T* address, const T value) { *address = value; }
#define LOCKSTEP_SHUFFLE(name, kind, T, Operand)                                                                                           \
  LOCKSTEP_INLINE T name(const unsigned mask, const T value, const Operand operand, const int width = 32,                                  \
                         lockstep::sim::Site site = lockstep::sim::Site::current()) {                                                      \
    using namespace lockstep::sim;                                                                                                         \
    return from_lane_bits<T>(shuffle(Shuffle::kind, mask, lane_bits(value), static_cast<unsigned>(operand), width, site, LaneType::bits)); \
  }
#define LOCKSTEP_IN_MEMORY(T)                                                                                         \
  LOCKSTEP_HINTED_LOAD(__ldg, T)                                                                                      \
  LOCKSTEP_HINTED_LOAD(__ldca, T)                                                                                     \
  LOCKSTEP_HINTED_LOAD(__ldcg, T)                                                                                     \
  LOCKSTEP_HINTED_LOAD(__ldcs, T)                                                                                     \
  LOCKSTEP_HINTED_LOAD(__ldlu, T)                                                                                     \
  LOCKSTEP_HINTED_LOAD(__ldcv, T)                                                                                     \
  LOCKSTEP_HINTED_STORE(__stwb, T)                                                                                    \
  LOCKSTEP_HINTED_STORE(__stcg, T)                                                                                    \
  LOCKSTEP_HINTED_STORE(__stcs, T)                                                                                    \
  LOCKSTEP_HINTED_STORE(__stwt, T)                                                                                    \
  LOCKSTEP_SHUFFLE(__shfl_sync, index, T, int)                                                                        \
  LOCKSTEP_SHUFFLE(__shfl_up_sync, up, T, unsigned)                                                                   \
  LOCKSTEP_SHUFFLE(__shfl_down_sync, down, T, unsigned)                                                               \
  LOCKSTEP_SHUFFLE(__shfl_xor_sync, exclusive_or, T, int)                                                             \
  LOCKSTEP_INLINE T atomicAdd(T* address, const T value, lockstep::sim::Site site = lockstep::sim::Site::current()) { \
    using namespace lockstep::sim;                                                                                    \
    return atomic_update<AtomicOp::add>(address, value, Scope::device, site);                                         \
  }

LOCKSTEP_IN_MEMORY(LOCKSTEP_NARROW)
LOCKSTEP_IN_MEMORY(LOCKSTEP_NARROW_PAIR)
#undef LOCKSTEP_IN_MEMORY
#undef LOCKSTEP_SHUFFLE
#undef LOCKSTEP_HINTED_STORE
#undef LOCKSTEP_HINTED_LOAD
