/// @file
/// @brief What is missing in the source where two accesses race.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "observation/observation.hpp"
#include "sim/engine/accesses/observer.hpp"

namespace lockstep::sim {

/// Did an atomic or volatile access tell one thread what the other had done? Then a fence is missing; otherwise the access is, too.
enum class Told : std::uint8_t { unknown, no, yes };

/// The earlier access, as seen by the one that raced with it.
struct Earlier {
  const void* pc = nullptr;
  AccessKind kind = AccessKind::load;
  bool writes = false;
  bool narrow = false;     ///< an atomic that reaches its own block only
  std::uint32_t rank = 0;  ///< in its block
  uint3 block{};
  std::uint64_t before = 0;  ///< what its write found there
  std::uint32_t known = 0;   ///< bytes of `before` that are known
  /// Where one of the two reads: the reader, or a thread that it came after, had written the same value as all that race.
  bool agreed = false;
  Told told = Told::unknown;
  bool lost = false;  ///< the later thread read the word, then this access changed it, then that thread wrote it
  bool same_cluster = false, same_block = false, same_warp = false;
};

/// Knows what a kernel uses to order its threads, and so what it forgot.
class RaceFixes {
 public:
  void grid_begins(bool cooperative, std::uint32_t block_threads);
  /// A thread comes to a barrier of its block or its warp.
  void barrier_at(const Thread& thread, Sync sync, Site site);
  /// A thread makes an atomic or volatile access.
  void strong_access() { communicates_ = true; }
  /// A thread begins or ends an asynchronous copy that it began at `pc`.
  void copies_at(const void* pc) {
    if (pc != last_copy_) copies_.insert(pc);
    last_copy_ = pc;
  }
  /// Several threads read a word at `load` and then write it at `store`, and nothing orders them.
  void changed_by_several(const void* load, const void* store) { changes_.emplace(load, store); }

  /// The lanes of a warp synchronize without a barrier: to exchange values.
  void exchanges() { warp_level_ = true; }
  /// From here on, `passes` asks which threads come to this access.
  void watch(const void* pc) { passed_.try_emplace(pc); }
  void passes(const Thread& thread, const void* pc);
  void watch_no_more() { passed_.clear(); }

  /// Are these two steps of one warp, with only a warp barrier missing between them?
  bool are_warp_steps(const Hazard& hazard, const Earlier& earlier, const Access& access) const;
  /// Where several lines are such steps.
  static std::string of_warp_steps(const std::set<unsigned>& lines, bool is_volatile);
  /// In one sentence; to be asked when the kernel has come to all of its barriers.
  std::string fix(const Hazard& hazard, const Earlier& earlier, const Access& access) const;

 private:
  struct Place {
    Sync sync;
    unsigned line;
    const char* file;
    auto operator<=>(const Place&) const = default;
  };
  struct Barrier {
    const Thread* first = nullptr;  ///< the first to come, of `block`
    uint3 block{};
    bool repeats = false;  ///< it came again: the barrier is in a loop
  };

  /// How often each thread of one block came to an access.
  struct Passed {
    uint3 block{};
    std::vector<std::uint32_t> times;
    bool by_several_warps() const;
    bool unevenly() const;
  };

  Sync barrier_for(const Earlier& earlier, const Access& access) const;
  bool is_passed(bool (Passed::*how)() const, const Earlier& earlier, const Access& access) const;
  enum class Between { none, some, loop };
  Between barriers_between(const Hazard& hazard, Sync sync) const;
  std::string of_block(const Hazard& hazard, Sync sync) const;
  std::string of_blocks(const Hazard& hazard, const Earlier& earlier, const Access& access) const;
  bool is_change(const Earlier& earlier, const Access& access) const;
  std::string of_change(const Hazard& hazard, const Earlier& earlier, const Access& access) const;
  bool may_be_locked(const Earlier& earlier, const Access& access) const;
  static std::string of_fence(const Hazard& hazard, const Earlier& earlier);
  static std::string of_locked(const Hazard& hazard);
  std::string of_copy(const Hazard& hazard, const Earlier& earlier, const Access& access) const;
  static std::string of_atomic(const Hazard& hazard, const Earlier& earlier, const Access& access);

  bool cooperative_ = false, communicates_ = false, warp_level_ = false;
  std::uint32_t block_threads_ = 0;
  std::map<const void*, Passed> passed_;
  std::map<Place, Barrier> barriers_;
  std::set<const void*> copies_;
  std::set<std::pair<const void*, const void*>> changes_;
  const void* last_copy_ = nullptr;
  Place last_place_{};
  Barrier* last_ = nullptr;
};

}  // namespace lockstep::sim
