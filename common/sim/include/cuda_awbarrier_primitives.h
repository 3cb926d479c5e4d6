/// @file
/// @brief `__mbarrier_init` and its companions (CUDA C++ Programming Guide, "Memory Barrier Primitives Interface").
#pragma once

#include <cstdint>

#include "lockstep/sim/device/phase_barrier.hpp"

using __mbarrier_t = std::uint64_t;
using __mbarrier_token_t = std::uint64_t;

namespace lockstep::sim {
inline PhaseBarrier& phase_barrier_at(const __mbarrier_t* barrier) {
  return *reinterpret_cast<PhaseBarrier*>(const_cast<__mbarrier_t*>(barrier));
}
}  // namespace lockstep::sim

constexpr std::uint32_t __mbarrier_maximum_count() { return (1u << 20) - 1; }

inline void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t expected_count, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::initialise(lockstep::sim::phase_barrier_at(barrier), expected_count, lockstep::sim::Scope::block, site);
}
/// The memory may be used for something else.
inline void __mbarrier_inval(__mbarrier_t*) {}

inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return lockstep::sim::arrive(lockstep::sim::phase_barrier_at(barrier), 1, 0, lockstep::sim::Scope::block, site);
}
/// Arrives, and is not expected in later phases.
inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return lockstep::sim::arrive(lockstep::sim::phase_barrier_at(barrier), 1, 1, lockstep::sim::Scope::block, site);
}

/// Is the phase of the token over?
inline bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return lockstep::sim::is_beyond(lockstep::sim::phase_barrier_at(barrier), static_cast<unsigned>(token), lockstep::sim::Scope::block, site);
}
inline bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, std::uint32_t,
                                lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return __mbarrier_test_wait(barrier, token, site);
}
/// Is the phase of this parity over?
inline bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool phase_parity,
                                        lockstep::sim::Site site = lockstep::sim::Site::current()) {
  const unsigned over = lockstep::sim::phases(lockstep::sim::phase_barrier_at(barrier), lockstep::sim::Scope::block, site);
  return (over & 1u) != static_cast<unsigned>(phase_parity);
}
inline bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool phase_parity, std::uint32_t,
                                       lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return __mbarrier_test_wait_parity(barrier, phase_parity, site);
}
