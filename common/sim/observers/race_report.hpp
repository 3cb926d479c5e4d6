/// @file
/// @brief Puts a race into words: what each of the two threads did, what was there, and what is missing in the source.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "observers/hazard_log.hpp"
#include "observers/race_mends.hpp"

namespace lockstep::sim {

class RaceReport {
 public:
  explicit RaceReport(HazardLog& log) : log_(log) {}
  void grid_begins(const GridRun& grid);
  RaceMends& mends() { return mends_; }
  /// `address`, `bytes`: the part of the access that raced; as it is now, just before the access.
  void add(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address, std::uint32_t bytes);
  /// The accesses that were reported have happened: completes what depends on the values they left.
  void settle() {
    if (!pending_.empty()) finish();
  }
  void grid_ends();

 private:
  /// Waits for the value that a write leaves.
  struct Pending {
    Hazard* hazard;
    Earlier earlier;
    Access access;
    std::string threads;
    std::uintptr_t address;
    std::uint32_t bytes;
    std::uint64_t before;
    /// Would memory, and what is read, be the same the other way round? `after`: what the access left.
    bool harmless(std::uint64_t after) const {
      if (earlier.kind == AccessKind::atomic || access.kind == AccessKind::atomic) return false;
      return (earlier.agreed || earlier.writes == access.writes()) && (after == before || !access.writes());
    }
  };

  void finish();
  void complete(const Pending& race);
  static std::string values(const Pending& race, std::uint64_t after);

  HazardLog& log_;
  dim3 extent_;
  std::vector<Pending> pending_;
  /// The races that say most: such as leave other values, those between warps, those of which the values differ.
  struct Rank {
    bool harmful = false, between_warps = false, telling = false;
    auto operator<=>(const Rank&) const = default;
  };
  /// What a hazard tells of, until its mend is known, when the grid has ended.
  struct Told {
    Earlier earlier;
    Access access;
    Rank rank;
  };
  std::map<Hazard*, Told> told_;
  RaceMends mends_;
};

}  // namespace lockstep::sim
