/// @file
/// @brief What an observer may see of a running grid.
///
/// An observer is a class that overrides what it cares for; the engine knows none of them. A grid that
/// one watches runs on one OS thread, so that observers need no locks and see one order of events, which is one that a GPU could have had.
/// Only in a trial (running/trial.hpp) a grid runs on all cores, and is seen by observers that take part in one.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lockstep/sim/device/atomics.hpp"
#include "lockstep/sim/device/warp.hpp"
#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

struct Allocation;
struct Block;
struct Call;
struct Failure;
struct Operation;
struct Thread;
class GridRun;

enum class AccessKind : std::uint8_t { load, store, volatile_load, volatile_store, atomic };
constexpr bool is_load(AccessKind kind) { return kind == AccessKind::load || kind == AccessKind::volatile_load; }
constexpr bool is_plain(AccessKind kind) { return kind == AccessKind::load || kind == AccessKind::store; }
constexpr bool is_volatile(AccessKind kind) { return kind == AccessKind::volatile_load || kind == AccessKind::volatile_store; }

/// One access of one thread to global, shared or constant memory, just before it happens. Local memory is not reported.
struct Access {
  const void* pc;  ///< the address after the call that reports it: subtract 1 to look up its line
  std::uintptr_t address;
  std::uint32_t bytes;
  AccessKind kind;
  AtomicOp operation = AtomicOp::load;  ///< of an atomic
  Scope scope = Scope::device;          ///< of an atomic
  MemoryOrder order = MemoryOrder::relaxed;
  bool fails = false;           ///< a compare-and-swap that stores nothing
  bool asynchronous = false;    ///< by a copy that was begun at `pc`
  bool ignores_result = false;  ///< an atomic that is a statement of its own
  bool counts_lanes = false;    ///< an atomic that adds the constant 1
  bool commutes = false;        ///< an atomic that leaves the same behind in any order with others of its kind: not a sum of floats

  bool writes() const {
    return kind == AccessKind::store || kind == AccessKind::volatile_store ||
           (kind == AccessKind::atomic && operation != AtomicOp::load && !fails);
  }
  bool is_strong() const { return kind == AccessKind::atomic || is_volatile(kind); }
  /// Does it read what other threads write in the same way?
  bool reads_strongly() const { return kind == AccessKind::volatile_load || (kind == AccessKind::atomic && operation != AtomicOp::store); }
};

/// What threads wait for each other at.
enum class Sync : std::uint8_t {
  block_barrier,
  warp_barrier,   ///< `__syncwarp`: orders memory
  warp_exchange,  ///< shuffles and votes: do not order memory
  convergence,    ///< `__activemask`
  cluster_barrier,
  grid_barrier
};
constexpr bool is_of_warp(Sync sync) { return sync == Sync::warp_barrier || sync == Sync::warp_exchange; }

/// What one lane brought to a shuffle, a vote, a match or a reduction, and what it took away.
struct LaneExchange {
  const char* name;  ///< as in the source
  LaneType type;     ///< of what it brought
  std::uint64_t brought, taken;
  int from = -1;  ///< the lane that a shuffle took it from
};

/// What an observer has to do with trials (running/trial.hpp).
enum class TrialRole : std::uint8_t {
  none,        ///< it has to see the launch itself: while it is on there are no trials
  takes_part,  ///< it may watch on several OS threads; what it saw is as good as if it had watched the launch itself
  judges,      ///< it watches trials only, and says whether the other observers would have found anything
  is_spared    ///< one that judges says whether it has to see the launch
};

class WarpLog;

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// Does it override `basic_block`, `call_begins`, `call_ends` or `returns`? While no observer does, the kernels' calls to them are
  /// no-ops.
  virtual bool follows_control() const { return false; }

  /// Does it override `access`?
  virtual bool follows_accesses() const { return true; }

  /// Does it read what warps did from their logs (warp_log.hpp)? While one does, hooks write plain accesses to the simulator's addresses,
  /// and (where a reader follows control) basic blocks and calls there, and tell no reader of them one by one.
  virtual bool reads_logs() const { return false; }

  virtual TrialRole trial_role() const { return TrialRole::none; }
  /// The trial that ended was no good: the launch runs again, and nothing of it counts.
  virtual void trial_taken_back() {}

  virtual void grid_begins(const GridRun&) {}
  virtual void block_begins(const Block&) {}
  virtual void access(const Thread&, const Access&) {}
  /// What a warp did since the last time, at a point that all its lanes have come to. @param warp  its number in the block
  virtual void warp_did(const Block&, std::uint32_t /*warp*/, const WarpLog&) {}
  /// The same for memory on threads' stacks, of which the compiler tells only what a pointer may lead to.
  virtual void local_access(const Thread&, const Access&) {}
  /// An asynchronous copy is told of as a load when it begins and a store when it is waited for; but the store may happen at once, and the
  /// load may happen late.
  virtual void may_access(const Thread&, const Access&) {}
  /// A texel is read or written through a texture or a surface, which is not the work of the unit that loads and stores.
  virtual void texture_access(const Thread&, const Access&) {}
  /// The thread comes to a basic block; `pc` is the address after the call that reports it.
  virtual void basic_block(const Thread&, const void* /*pc*/) {}
  /// A function that was not inlined begins (`caller`: where it returns to) or ends.
  virtual void call_begins(const Thread&, const void* /*caller*/) {}
  virtual void call_ends(const Thread&) {}
  /// The thread leaves a function by a `return;` of the source.
  virtual void returns(const Thread&) {}
  virtual void fence(const Thread&, Scope, Site) {}
  /// The thread comes to a synchronization, of these lanes where it is one of a warp.
  virtual void arrives(const Thread&, Sync, std::uint32_t /*lanes*/, Site) {}
  /// The synchronization is complete, and nobody has gone on yet. `warp`: the warp's number where it is one of a warp.
  virtual void completed(const Block&, Sync, std::uint32_t /*warp*/, std::uint32_t /*lanes*/) {}
  /// After an exchange of a warp was complete, and the thread has gone on.
  virtual void exchanged(const Thread&, const LaneExchange&) {}
  virtual void thread_ends(const Thread&) {}
  virtual void block_ends(const Block&) {}
  /// The launch ends here. @return true where the observer tells it in its own words: then nothing is printed, and no other is asked
  virtual bool launch_fails(const Failure&) { return false; }
  /// Also after a failure, when blocks may not have ended.
  virtual void grid_ends(const GridRun&) {}

  // What a program queues (runtime/streams/queue.hpp): kernels, copies, fills, allocations … All of them run on the host's own stack.
  virtual void operation_issued(const Operation&) {}
  /// It begins to run. A copy or a fill says in `reads` and `writes` what it touches.
  virtual void operation_begins(const Operation&) {}
  /// It has run, and memory is as it left it.
  virtual void operation_ends(const Operation&) {}
  /// Host code goes on only when the operations of these ids (those of them that there are) have ended; or all that were issued.
  virtual void host_waits(const std::vector<std::uint64_t>&) {}
  virtual void host_waits_for_all() {}
  /// Host code is about to touch memory that kernels may touch as well: managed, pinned, or registered. Only code that the compiler gave
  /// hooks to is seen: that of .cu files. The thread may be in a host function, which is the operation that runs. Told only while
  /// `host_is_heard()`.
  virtual void host_access(const Access&) {}
  /// It read there while work ran on another OS thread.
  virtual void host_has_read(const Access&) {}
  virtual void memory_made(const Allocation&) {}
  /// A kernel has freed a block of the device's heap.
  virtual void memory_ended(const Allocation&) {}
  /// The program ended without waiting for a kernel that printed. @return true where the observer tells it in its own words
  virtual bool output_comes_late(const Call& /*kernel*/) { return false; }
};

/// The observers that are on, without those that only judge trials. Changed between launches only.
const std::vector<Observer*>& observers();
const std::vector<Observer*>& all_observers();
/// Those of them that follow accesses, and those that follow control, without those that read logs.
const std::vector<Observer*>& access_observers();
const std::vector<Observer*>& control_observers();
/// Those that read logs; the lists above then are of those that do not.
const std::vector<Observer*>& log_readers();
/// Are there any in these lists? What hooks ask at every access is no call.
extern bool any_log_readers, any_access_observers, any_control_observers;
void add_observer(Observer& observer);
void remove_observer(Observer& observer);

/// While it lives, these observers are on, whatever their role, and all others are not.
class OnlyObservers {
 public:
  explicit OnlyObservers(std::vector<Observer*> only);
  ~OnlyObservers();
  OnlyObservers(const OnlyObservers&) = delete;
  OnlyObservers& operator=(const OnlyObservers&) = delete;

 private:
  std::vector<Observer*> others_, others_added_;
};

/// The bytes of the simulator's addresses, or 0 while an observer is on: the hooks' comparison then lets no access pass. `unwatched[k]`
/// counts in units of 2^k bytes.
extern std::array<std::size_t, 5> unwatched;
/// The bytes of the simulator's addresses, from their begin on, that hooks write to logs: 0 where there are no logs, or others have to be
/// told.
extern std::size_t logged_bytes;
/// Sets it, by the list of observers and the layout of the addresses.
void choose_hooks_way();

/// Do accesses of host code tell an observer anything? Not while the host has waited for all that it issued. Whoever listens sets it.
extern std::atomic<bool> any_host_listener;
inline bool host_is_heard() { return any_host_listener.load(std::memory_order_relaxed); }

/// Calls `tell(observer)` for each observer that is on; costs a comparison where there is none.
template <class Tell>
inline void observe(Tell&& tell) {
  if (unwatched[0] != 0) [[likely]]
    return;
  for (Observer* const observer : observers()) tell(*observer);
}

}  // namespace lockstep::sim
