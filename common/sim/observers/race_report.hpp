/// @file
/// @brief Puts a race into words: what each of the two threads did, what was there, and what is missing in the source.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "observers/hazard_log.hpp"

namespace lockstep::sim {

/// The access that came first, as the one that raced with it finds it.
struct Earlier {
  const void* pc = nullptr;
  AccessKind kind = AccessKind::load;
  bool writes = false;
  bool narrow = false;     ///< an atomic that reaches its own block only
  std::uint32_t rank = 0;  ///< in its block
  uint3 block{};
  std::uint64_t before = 0;  ///< what its write found there
  std::uint32_t known = 0;   ///< bytes of `before` that are known
  bool same_block = false, same_warp = false;
};

class RaceReport {
 public:
  explicit RaceReport(HazardLog& log) : log_(log) {}
  void grid_begins(dim3 extent) { extent_ = extent; }
  /// The kernel comes to a barrier of a block or of a warp.
  void barrier_at(Meet meet, Site site) {
    const Barrier barrier{meet, site.line(), site.file_name()};
    if (barrier == last_barrier_) return;
    barriers_.insert(barrier);
    last_barrier_ = barrier;
  }
  /// `address`, `bytes`: the part of the access that raced; as it is now, just before the access.
  void add(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address, std::uint32_t bytes);
  /// The accesses that were reported have happened: completes what depends on the values they left.
  void settle() {
    if (!pending_.empty()) finish();
  }
  void grid_ends();

 private:
  struct Barrier {
    Meet meet;
    unsigned line;
    const char* file;
    auto operator<=>(const Barrier&) const = default;
  };
  /// Waits for the value that a write leaves.
  struct Pending {
    Hazard* hazard;
    Severity severity;
    bool fresh;
    Earlier earlier;
    Access access;
    std::string threads;
    std::uintptr_t address;
    std::uint32_t bytes;
    std::uint64_t before;
    bool both_store() const {
      return earlier.writes && access.writes() && earlier.kind != AccessKind::atomic && access.kind != AccessKind::atomic;
    }
  };

  void finish();
  void complete(const Pending& race);
  static std::string values(const Pending& race, std::uint64_t after);
  std::string mend(const Hazard& hazard, const Earlier& earlier, const Access& access) const;
  std::string missing_barrier(const Hazard& hazard, Meet meet) const;
  bool has_barrier(Meet meet, const std::string& file, unsigned after, unsigned before) const;

  HazardLog& log_;
  dim3 extent_;
  std::vector<Pending> pending_;
  std::map<Hazard*, std::pair<Earlier, Access>> unmended_;  // until all barriers of the kernel are known
  std::set<Barrier> barriers_;
  Barrier last_barrier_{};
};

}  // namespace lockstep::sim
