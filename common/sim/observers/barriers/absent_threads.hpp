/// @file
/// @brief Finds barriers and warp intrinsics that were complete here only because threads had ended, and says how those got past them.
#pragma once

#include <map>
#include <utility>

#include "sim/observers/barriers/absences.hpp"
#include "sim/observers/barriers/detours.hpp"
#include "sim/observers/hazards/hazard_log.hpp"
#include "sim/observers/replay/replay.hpp"

namespace lockstep::sim {

/// What it notes in the launch itself costs next to nothing. Where threads were missed, the launch is run again, and followed block by
/// block.
class AbsentThreads : public Observer {
 public:
  AbsentThreads(HazardLog& log, Replay& replay) : log_(log), replay_(replay) {}
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  bool follows_accesses() const override { return false; }
  void grid_begins(const GridRun& grid) override;
  void arrives(const Thread& thread, Sync sync, std::uint32_t lanes, Site site) override;
  void completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) override;
  void grid_ends(const GridRun& grid) override;

 private:
  /// A place of the running launch.
  struct Seen {
    Detoured first;  ///< as if all had ended
    std::uint32_t mask = 0;
    unsigned long count = 0;
  };
  /// What launches of a kernel have shown so far.
  struct Known {
    Hazard* hazard = nullptr;
    Detour how = Detour::ended;
    unsigned launches = 0;
  };

  bool wants_replay(const KernelEntry& kernel) const;
  void note(Known& known, const SyncPlace& place, const Seen& seen, const Detoured& detoured);

  HazardLog& log_;
  Replay& replay_;
  Absences absences_;
  std::map<SyncPlace, Seen> seen_;
  std::map<std::pair<const KernelEntry*, SyncPlace>, Known> known_;
};

}  // namespace lockstep::sim
