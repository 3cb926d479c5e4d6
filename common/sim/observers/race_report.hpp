/// @file
/// @brief Puts a race into words: what each of the two threads did, what was there, and what is missing in the source.
#pragma once

#include <cstdint>
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
  void barrier_at(Site site) { barriers_.insert({site.file_name(), site.line()}); }
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
    Severity severity;
    bool fresh;
    bool both_store;
    Earlier earlier;
    bool writes;
    AccessKind kind;
    std::string threads;
    std::uintptr_t address;
    std::uint32_t bytes;
    std::uint64_t before;
  };
  /// Waits for all barriers of the kernel to be known.
  struct Unmended {
    Hazard* hazard;
    Earlier earlier;
    AccessKind kind;
    bool writes, narrow;
  };

  void finish();
  void complete(const Pending& race);
  std::string mend(const Unmended& race) const;
  std::string missing_barrier(const Unmended& race, const char* barrier) const;
  bool has_barrier(const std::string& file, unsigned after, unsigned before) const;

  HazardLog& log_;
  dim3 extent_;
  std::vector<Pending> pending_;
  std::vector<Unmended> unmended_;
  std::set<std::pair<std::string, unsigned>> barriers_;  // lines of block barriers that the kernel has come to
};

}  // namespace lockstep::sim
