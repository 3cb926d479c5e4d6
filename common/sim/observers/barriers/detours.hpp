/// @file
/// @brief How threads that were missed at a barrier got past it: by the way that they took through the kernel's basic blocks.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sim/observers/barriers/absences.hpp"

namespace lockstep::sim {

/// How a thread came not to be at a barrier, the harmless first.
enum class Detour : std::uint8_t {
  ended,           ///< it returned, or all that was left of the kernel was on the way around, too
  no_use,          ///< it went around, and nothing comes after the barrier for any thread
  warp_left_loop,  ///< its whole warp left the loop after fewer rounds, and ended
  left_loop,       ///< it left the loop after fewer rounds than other lanes of its warp, and ended
  went_on,         ///< it went around, and did more
};

/// Who took a detour around one barrier, in the first block where the worst one was seen.
struct Detoured {
  Detour how = Detour::ended;
  uint3 block{};
  std::uint32_t threads_total = 0;
  std::vector<std::uint32_t> ranks;  ///< in rising order
  std::uint32_t example = 0;         ///< one of them
  const void* next = nullptr;        ///< what that one did next, where it went on: the address after it
};

/// Watches a launch's second run, in the order of the first. For each place in the code it keeps when each thread was there last. A
/// thread's detour is what it did after the last place that the others also came through on their way to the barrier.
class Detours : public Observer {
 public:
  bool follows_control() const override { return true; }
  void grid_begins(const GridRun& grid) override;
  void block_begins(const Block& block) override;
  void access(const Thread& thread, const Access& access) override;
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void basic_block(const Thread& thread, const void* pc) override;
  void call_begins(const Thread& thread, const void* caller) override;
  void call_ends(const Thread& thread) override;
  void returns(const Thread& thread) override;
  void arrives(const Thread& thread, Sync sync, std::uint32_t lanes, Site site) override;
  void completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) override;
  void thread_ends(const Thread& thread) override;
  void block_ends(const Block& block) override;

  const std::map<SyncPlace, Detoured>& found() const { return found_; }

 private:
  /// A basic block or an access, under a chain of calls.
  using Key = std::uint64_t;
  struct Visit {
    std::uint64_t time = 0;  ///< of the last one
    const void* pc = nullptr;
    bool access = false;
  };
  struct Way {
    std::unordered_map<Key, Visit> visits;
    std::vector<Key> calls{0};
    Key block = 0;
    std::uint64_t worked = 0, entered = 0;  ///< when it last did something, and when it came to its basic block
    std::uint64_t returned = 0;             ///< by a marked `return`
    std::unordered_set<Key> ends;           ///< blocks that it only left a function by
    bool left_function = false;             ///< and nothing since: one of its blocks may be to come
    std::map<SyncPlace, unsigned> rounds;   ///< how often it came to each barrier
  };
  struct Absentee {
    std::uint32_t rank = 0;
    std::uint64_t begin = 0;  ///< of its detour
  };
  struct Missed {
    SyncPlace place;
    std::uint64_t time = 0;
    std::vector<Absentee> absent;  ///< for the first time at such a synchronization
    std::vector<std::uint32_t> present;
  };
  struct Watched {
    std::vector<Way> ways;
    std::set<std::pair<Sync, std::uint32_t>> missed;  ///< ranks, by kinds of synchronization
    std::uint64_t completed = 0;                      ///< when the block last synchronized
    std::vector<std::uint64_t> warps_completed;       ///< and each warp
    std::vector<Missed> absences;
  };

  Way& way_of(const Thread& thread);
  void visit(const Thread& thread, const void* pc, bool access);
  void leave(Way& way);
  struct Judge;

  static std::unordered_set<Key> visited_since(const Watched& block, const std::vector<std::uint32_t>& ranks, std::uint64_t time);
  void settle(const Block& block, const Watched& watched, const Missed& missed);

  Absences absences_;
  bool may_return_ = false;  ///< by a `return` that is not marked
  std::unordered_map<const Block*, Watched> blocks_;
  std::uint64_t time_ = 0;
  std::map<SyncPlace, Detoured> found_;
};

}  // namespace lockstep::sim
