/// @file
/// @brief PTX's special registers, and what threads do together (PTX ISA, "Special Registers" and "Parallel Synchronization and
/// Communication Instructions").
#pragma once

#include "lockstep/sim/device/named_barrier.hpp"
#include "lockstep/sim/device/warp.hpp"
#include "lockstep/sim/ptx/memory.hpp"

namespace lockstep::sim::ptx {

u32 multiprocessor() noexcept;  ///< a number below 8, by the block
u64 grid_number() noexcept;     ///< of the launch
u32 rank_in_cluster() noexcept;
u32 blocks_in_cluster() noexcept;
[[gnu::always_inline]] inline u32 lane() { return thread_rank() % 32; }
[[gnu::always_inline]] inline u32 warp() { return thread_rank() / 32; }
[[gnu::always_inline]] inline u32 warps() { return (blockDim.x * blockDim.y * blockDim.z + 31) / 32; }
[[gnu::always_inline]] inline u32 lanes_below() { return (u32{1} << lane()) - 1; }
[[gnu::always_inline]] inline u32 own_lane() { return u32{1} << lane(); }
[[gnu::always_inline]] inline u32 dynamic_bytes() { return static_cast<u32>(dynamic_shared_bytes()); }

template <class M>
LOCKSTEP_PTX bar_warp_sync(const M& mask, Site site = Site::current()) {
  warp_barrier(as<u32>(mask), site);
}
LOCKSTEP_PTX bar_sync(Site site = Site::current()) { block_barrier(Vote::none, false, "bar.sync", site); }
template <class N>
LOCKSTEP_PTX bar_sync(const N& number, Site site = Site::current()) {
  named_barrier(shared_variable<NamedBarriers>(), as<u32>(number), 0, true, "bar.sync", site);
}
template <class N, class T>
LOCKSTEP_PTX bar_sync(const N& number, const T& threads, Site site = Site::current()) {
  named_barrier(shared_variable<NamedBarriers>(), as<u32>(number), as<u32>(threads), true, "bar.sync", site);
}
template <class N, class T>
LOCKSTEP_PTX bar_arrive(const N& number, const T& threads, Site site = Site::current()) {
  named_barrier(shared_variable<NamedBarriers>(), as<u32>(number), as<u32>(threads), false, "bar.arrive", site);
}
template <class D, class P>
LOCKSTEP_PTX bar_red_popc(D& d, const P& p, Site site = Site::current()) {
  put(d, block_barrier(Vote::count, as<bool>(p), "bar.red.popc", site));
}
template <class D, class P>
LOCKSTEP_PTX bar_red_and(D& d, const P& p, Site site = Site::current()) {
  put(d, block_barrier(Vote::all, as<bool>(p), "bar.red.and", site) != 0);
}
template <class D, class P>
LOCKSTEP_PTX bar_red_or(D& d, const P& p, Site site = Site::current()) {
  put(d, block_barrier(Vote::any, as<bool>(p), "bar.red.or", site) != 0);
}
LOCKSTEP_PTX cluster_arrives(Site site = Site::current()) { cluster_arrive(site); }
LOCKSTEP_PTX cluster_waits(Site site = Site::current()) { cluster_wait(site); }
template <Scope scope>
LOCKSTEP_PTX fence(Site site = Site::current()) {
  memory_fence(scope, site);
}

#define LOCKSTEP_PTX_VOTE(name, R, expression)                                             \
  template <class D, class P, class M>                                                     \
  LOCKSTEP_PTX vote_##name(D& d, const P& p, const M& mask, Site site = Site::current()) { \
    const WarpVote vote = warp_vote(as<u32>(mask), as<bool>(p), "vote.sync." #name, site); \
    put(d, static_cast<R>(expression));                                                    \
  }
LOCKSTEP_PTX_VOTE(all, bool, vote.yes == vote.lanes)
LOCKSTEP_PTX_VOTE(any, bool, vote.yes != 0)
LOCKSTEP_PTX_VOTE(uni, bool, vote.yes == 0 || vote.yes == vote.lanes)
LOCKSTEP_PTX_VOTE(ballot, u32, vote.yes)
#undef LOCKSTEP_PTX_VOTE
template <class D>
LOCKSTEP_PTX activemask(D& d, Site site = Site::current()) {
  put(d, u32{converged_lanes(site)});
}
template <class T, class D, class A, class M>
LOCKSTEP_PTX match_any(D& d, const A& a, const M& mask, Site site = Site::current()) {
  put(d, u32{warp_match_any(as<u32>(mask), as<T>(a), site, LaneType::bits)});
}
template <class T, class D, class P, class A, class M>
LOCKSTEP_PTX match_all(D& d, P& p, const A& a, const M& mask, Site site = Site::current()) {
  const u32 lanes = warp_match_all(as<u32>(mask), as<T>(a), site, LaneType::bits);
  put(d, lanes);
  put(p, lanes != 0);
}
template <class T, class D, class A, class M>
LOCKSTEP_PTX match_all(D& d, const A& a, const M& mask, Site site = Site::current()) {
  put(d, u32{warp_match_all(as<u32>(mask), as<T>(a), site, LaneType::bits)});
}
template <WarpReduce operation, class T, class D, class A, class M>
LOCKSTEP_PTX redux(D& d, const A& a, const M& mask, Site site = Site::current()) {
  using W = std::conditional_t<std::is_signed<T>::value, int, unsigned>;
  put(d, warp_reduce(operation, as<u32>(mask), static_cast<W>(as<T>(a)), site));
}
template <class D, class P, class M>
LOCKSTEP_PTX elect(D& d, P& p, const M& mask, Site site = Site::current()) {
  const u32 lanes = as<u32>(mask);
  warp_barrier(lanes, site);
  const u32 leader = static_cast<u32>(__builtin_ctz(lanes));
  put(d, leader);
  put(p, leader == lane());
}

/// What `shfl` reads, and whether the source lane is in range. `clamp` is what PTX calls c.
struct Shuffled {
  u32 value;
  bool in_range;
};
Shuffled shuffle_lane(Shuffle kind, u32 value, u32 operand, u32 clamp, u32 mask, Site site);
template <Shuffle kind, class D, class P, class A, class B, class C, class M>
LOCKSTEP_PTX shfl_or(D& d, P& p, const A& a, const B& b, const C& c, const M& mask, Site site = Site::current()) {
  const Shuffled got = shuffle_lane(kind, as<u32>(a), as<u32>(b), as<u32>(c), as<u32>(mask), site);
  put(d, got.value);
  put(p, got.in_range);
}
template <Shuffle kind, class D, class A, class B, class C, class M>
LOCKSTEP_PTX shfl(D& d, const A& a, const B& b, const C& c, const M& mask, Site site = Site::current()) {
  put(d, shuffle_lane(kind, as<u32>(a), as<u32>(b), as<u32>(c), as<u32>(mask), site).value);
}

}  // namespace lockstep::sim::ptx
