/// @file
/// @brief Finds launches whose output a GPU would lose, because the program ended without waiting for them.
#pragma once

#include "sim/observers/hazards/hazard_log.hpp"

namespace lockstep::sim {

class LateOutput : public Observer {
 public:
  explicit LateOutput(HazardLog& log) : log_(log) {}
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  bool follows_accesses() const override { return false; }
  bool output_comes_late(const Call& kernel) override;

 private:
  HazardLog& log_;
};

}  // namespace lockstep::sim
