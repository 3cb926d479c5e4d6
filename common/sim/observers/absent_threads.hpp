/// @file
/// @brief Finds barriers and warp intrinsics that were complete here only because threads had returned.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "observers/hazard_log.hpp"

namespace lockstep::sim {

class AbsentThreads : public Observer {
 public:
  explicit AbsentThreads(HazardLog& log) : log_(log) {}
  bool follows_accesses() const override { return false; }
  void grid_begins(const GridRun& grid) override;
  void arrives(const Thread& thread, Meet meet, std::uint32_t lanes, Site site) override;
  void met(const Block& block, Meet meet, std::uint32_t warp, std::uint32_t lanes) override;

 private:
  void met_at_barrier(const Block& block);
  void met_in_warp(const Block& block, std::uint32_t warp, std::uint32_t lanes);
  /// The hazard at this line of the running kernel; null where it was known already, and is now counted.
  Hazard* fresh_hazard(const char* kind, Severity severity, Site site);

  HazardLog& log_;
  std::map<std::pair<const char*, unsigned>, Hazard*> known_;  ///< of the running grid, by file and line
  std::uint32_t mask_ = 0;                                     ///< of whoever came to a warp meeting last
  Site site_;
};

}  // namespace lockstep::sim
