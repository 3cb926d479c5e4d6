/// @file
/// @brief A launch with a race is traced in both orders of its threads.
#pragma once

#include <cstddef>

#include "sim/observers/check.hpp"
#include "sim/observers/tracing/tracer.hpp"

namespace lockstep::sim {

/// Runs a launch again in which a race was found, from the memory that it began with: as the threads are numbered, with the warps of the
/// race's two threads, and from the last to the first. Must come after the check and the tracer.
class RaceOrders : public Observer {
 public:
  RaceOrders(Tracer& tracer, RunningCheck check) : tracer_(tracer), check_(check) {}
  bool follows_accesses() const override { return false; }
  void grid_begins(const GridRun&) override { known_hazards_ = check_.log.count(); }
  void grid_ends(const GridRun& grid) override;

 private:
  const Hazard* new_race();
  void record(const GridRun& grid, const Hazard& race);
  void record_reversed(const GridRun& grid);

  Tracer& tracer_;
  RunningCheck check_;
  std::size_t known_hazards_ = 0;  ///< before the launch
};

}  // namespace lockstep::sim
