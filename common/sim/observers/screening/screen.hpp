/// @file
/// @brief The observer that judges trials: would one of the check's observers find anything?
#pragma once

#include <memory>
#include <vector>

#include "sim/observers/memory/written.hpp"
#include "sim/observers/screening/worker_screen.hpp"

namespace lockstep::sim {

class Screen : public Observer {
 public:
  /// @param written  what was written before the launch; and, after a trial that stands, what that wrote
  explicit Screen(Written& written);
  ~Screen() override;
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  TrialRole trial_role() const override { return TrialRole::judges; }
  bool reads_logs() const override { return true; }
  void grid_begins(const GridRun& grid) override;
  void block_begins(const Block& block) override;
  void access(const Thread& thread, const Access& access) override;
  void local_access(const Thread& thread, const Access& access) override;
  void may_access(const Thread& thread, const Access& access) override;
  void texture_access(const Thread& thread, const Access& access) override;
  void warp_did(const Block& block, std::uint32_t warp, const WarpLog& log) override;
  void fence(const Thread& thread, Scope scope, Site site) override;
  void arrives(const Thread& thread, Sync sync, std::uint32_t lanes, Site site) override;
  void completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) override;
  bool launch_fails(const Failure& failure) override;
  void grid_ends(const GridRun& grid) override;

 private:
  void meet_grid(const Block& block);

  Written& written_;
  std::uint32_t launch_first_ = 0;
  std::uint64_t blocks_ = 0;  ///< of the grid
  std::uint64_t met_ = 0;     ///< of those, how many the barrier of the grid that is complete has been told to
  std::uint32_t oldest_ = 0;
};

}  // namespace lockstep::sim
