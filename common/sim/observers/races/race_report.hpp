/// @file
/// @brief Puts a race into words: what each of the two threads did, what was there, and what is missing in the source.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/observers/hazards/hazard_log.hpp"
#include "sim/observers/races/race_fixes.hpp"

namespace lockstep::sim {

class RaceReport {
 public:
  explicit RaceReport(HazardLog& log) : log_(log) {}
  void grid_begins(const GridRun& grid);
  RaceFixes& fixes() { return fixes_; }
  /// `address`, `bytes`: the part of the access that raced; as it is now, just before the access.
  void add(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address, std::uint32_t bytes);
  /// The same, but reported only by `tell`.
  /// @return its number
  std::size_t suspect(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address, std::uint32_t bytes);
  void tell(std::size_t number);
  void forget_suspects() {
    suspects_.clear();
    settled_ = 0;
  }
  /// The accesses that were reported have happened: completes what depends on the values they left.
  void settle() {
    if (!pending_.empty() || settled_ != suspects_.size()) finish();
  }
  void grid_ends();
  /// The launch's answer changed in no order: a volatile word in shared memory is then taken for a flag.
  void forgive_flag(Hazard& hazard) const;
  /// The launch runs again in another order, and only what is worse than before is reported, with these words for the order.
  void in_order(std::string words) { order_ = std::move(words); }

 private:
  /// Waits for the value that a write leaves.
  struct Pending {
    Earlier earlier;
    Access access;
    std::string threads;
    std::vector<ThreadPlace> who;
    std::uintptr_t address;
    std::uint32_t bytes;
    std::uint64_t before, after = 0;
    /// Would memory, and what is read, be the same the other way round?
    bool harmless() const {
      if (earlier.lost || earlier.kind == AccessKind::atomic || access.kind == AccessKind::atomic) return false;
      return (earlier.agreed || earlier.writes == access.writes()) && (after == before || !access.writes());
    }
  };

  void finish();
  Pending pending(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address, std::uint32_t bytes) const;
  void complete(Hazard& hazard, const Pending& race);
  static std::string values(const Pending& race);

  /// Steps of a warp that race with each other, and are reported as one.
  struct Steps {
    std::set<unsigned> lines;
    bool is_volatile = false;
    bool joined = false;
  };
  void join_warp_steps();
  bool share_line(Hazard* a, Hazard* b);
  void join(const std::vector<Hazard*>& all);

  HazardLog& log_;
  dim3 extent_;
  std::map<Hazard*, Steps, InOrderOfDiscovery> steps_;
  std::set<const Hazard*> perhaps_flags_;  ///< in shared memory, both accesses volatile, of two warps
  std::string order_;                      ///< empty in the program's own
  std::vector<std::pair<Hazard*, Pending>> pending_;
  std::vector<Pending> suspects_;
  std::size_t settled_ = 0;  ///< suspects
  /// The races that say most: those that leave other values, those between warps, those whose values differ.
  struct Rank {
    bool harmful = false, between_warps = false, telling = false;
    auto operator<=>(const Rank&) const = default;
  };
  /// What a hazard tells of, until its fix is known, when the grid has ended.
  struct Shown {
    Earlier earlier;
    Access access;
    std::optional<Rank> rank;
  };
  std::map<Hazard*, Shown, InOrderOfDiscovery> told_;
  RaceFixes fixes_;
};

}  // namespace lockstep::sim
