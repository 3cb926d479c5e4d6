/// @file
/// @brief Runs a launch again, from the memory that it began with.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/engine/running/grid.hpp"
#include "sim/observers/replay/snapshot.hpp"

namespace lockstep::sim {

/// How a launch runs again.
struct Again {
  Schedule schedule;
  bool hesitates = false;  ///< before each volatile write a thread lets the others go first
};

/// Keeps what the running launch overwrites. The program sees the first run only: memory is put back, a second run prints nothing (nor
/// does any other host thread of the program meanwhile), and its failures are not reported.
class Replay : public Observer {
 public:
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  void grid_begins(const GridRun& grid) override;
  void access(const Thread& thread, const Access& access) override;
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }

  /// At the launch's end: can it be run again? Not where it wrote more than can be kept.
  bool possible();
  /// Runs it again, watched by these observers alone; calls `look` while memory is as that run left it, then puts the first run's results
  /// back. A run that seems to go on for ever is ended.
  void run(const GridRequest& request, const Again& again, std::vector<Observer*> observers,
           const std::function<void(const Outcome&)>& look);
  const Snapshot& kept() const { return kept_; }

 private:
  Snapshot kept_;
  bool ended_ = false;
  std::uint64_t accesses_ = 0;  ///< of the launch
};

}  // namespace lockstep::sim
