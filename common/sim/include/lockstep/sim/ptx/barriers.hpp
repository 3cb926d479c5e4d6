/// @file
/// @brief PTX's barriers in memory, and the bulk copies that tell them what has come (PTX ISA, "mbarrier" and "cp.async.bulk").
///
/// The state that arriving gives is the number of phases that were over before.
#pragma once

#include "lockstep/sim/device/phase_barrier.hpp"
#include "lockstep/sim/ptx/threads.hpp"

namespace lockstep::sim::ptx {

[[gnu::always_inline]] inline PhaseBarrier& barrier_at(u64 at) { return *reinterpret_cast<PhaseBarrier*>(at); }

template <class N>
LOCKSTEP_PTX mbarrier_init(u64 at, const N& count, Site site = Site::current()) {
  initialise(barrier_at(at), as<u32>(count), Scope::block, site);
}
/// Nothing can arrive there any more.
LOCKSTEP_PTX mbarrier_inval(u64 at, Site site = Site::current()) {
  atomic_update<AtomicOp::store>(&barrier_at(at).word, 0ull, Scope::block, site);
}
template <Scope scope, class D>
LOCKSTEP_PTX mbarrier_arrive(D& state, u64 at, Site site = Site::current()) {
  put(state, u64{count_arrivals(barrier_at(at), 1, 0, scope, site)});
}
template <Scope scope, class D, class N>
LOCKSTEP_PTX mbarrier_arrive(D& state, u64 at, const N& count, Site site = Site::current()) {
  put(state, u64{count_arrivals(barrier_at(at), as<u32>(count), 0, scope, site)});
}
template <Scope scope, class D>
LOCKSTEP_PTX mbarrier_arrive_drop(D& state, u64 at, Site site = Site::current()) {
  put(state, u64{count_arrivals(barrier_at(at), 1, 1, scope, site)});
}
template <Scope scope, class D, class N>
LOCKSTEP_PTX mbarrier_arrive_drop(D& state, u64 at, const N& count, Site site = Site::current()) {
  put(state, u64{count_arrivals(barrier_at(at), as<u32>(count), as<u32>(count), scope, site)});
}
template <Scope scope, class D, class N>
LOCKSTEP_PTX mbarrier_arrive_expect_tx(D& state, u64 at, const N& bytes, Site site = Site::current()) {
  put(state, u64{arrive_with_bytes(barrier_at(at), 1, as<s32>(bytes), scope, site)});
}
template <Scope scope, class N>
LOCKSTEP_PTX mbarrier_expect_tx(u64 at, const N& bytes, Site site = Site::current()) {
  arrive_with_bytes(barrier_at(at), 0, as<s32>(bytes), scope, site);
}
template <Scope scope, class N>
LOCKSTEP_PTX mbarrier_complete_tx(u64 at, const N& bytes, Site site = Site::current()) {
  arrive_with_bytes(barrier_at(at), 0, -as<s32>(bytes), scope, site);
}
/// Is the phase of that state over?
template <Scope scope, class P, class S>
LOCKSTEP_PTX mbarrier_wait(P& p, u64 at, const S& state, Site site = Site::current()) {
  put(p, is_beyond(barrier_at(at), as<u32>(state), scope, site));
}
/// Is the last phase that was of that parity over?
template <Scope scope, class P, class S>
LOCKSTEP_PTX mbarrier_wait_parity(P& p, u64 at, const S& parity, Site site = Site::current()) {
  put(p, (phases(barrier_at(at), scope, site) & 1u) != (as<u32>(parity) & 1u));
}
/// Arrives when the thread's copies have come: here, they come at once. Without `.noinc` one more arrival is expected for it.
template <bool counts>
LOCKSTEP_PTX cp_async_mbarrier_arrive(u64 at, Site site = Site::current()) {
  pipeline_finish_uncommitted();
  pipeline_wait_prior(0);
  count_arrivals(barrier_at(at), counts ? 1 : 0, 0, Scope::block, site);
}

template <class N>
LOCKSTEP_PTX cp_async_bulk_in(u64 to, u64 from, const N& bytes, u64 barrier, Site site = Site::current()) {
  bulk_copy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), as<u32>(bytes), barrier_at(barrier), site);
}
template <class N>
LOCKSTEP_PTX cp_async_bulk_out(u64 to, u64 from, const N& bytes, Site site = Site::current()) {
  bulk_copy_out(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), as<u32>(bytes), site);
}

}  // namespace lockstep::sim::ptx
