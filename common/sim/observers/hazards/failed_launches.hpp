/// @file
/// @brief A launch that ends badly is a hazard like others: once, with lines and threads.
#pragma once

#include "sim/observers/hazards/hazard_log.hpp"

namespace lockstep::sim {

class FailedLaunches : public Observer {
 public:
  explicit FailedLaunches(HazardLog& log) : log_(log) {}
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  bool follows_accesses() const override { return false; }
  void operation_begins(const Operation& operation) override;
  bool launch_fails(const Failure& failure) override;

 private:
  HazardLog& log_;
};

}  // namespace lockstep::sim
