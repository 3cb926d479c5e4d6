/// @file
/// @brief A race's witness: the same launch under another schedule, and what that changes in the answer.
#pragma once

#include <string>
#include <vector>

#include "sim/observers/hazards/hazard_log.hpp"
#include "sim/observers/races/race_detector.hpp"
#include "sim/observers/replay/replay.hpp"

namespace lockstep::sim {

/// Must come after the observers that find races.
class Witness : public Observer {
 public:
  Witness(HazardLog& log, Replay& replay, RaceDetector& races) : log_(log), replay_(replay), races_(races) {}
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  bool follows_accesses() const override { return false; }
  void grid_begins(const GridRun& grid) override;
  void grid_ends(const GridRun& grid) override;

 private:
  std::vector<Hazard*> new_races();
  void look_again(const GridRun& grid, const Again& again);
  void find_effect(const GridRun& grid);
  std::string try_order(const GridRun& grid, const Schedule& schedule);

  HazardLog& log_;
  Replay& replay_;
  RaceDetector& races_;
  std::size_t known_hazards_ = 0;  ///< before the launch
};

}  // namespace lockstep::sim
