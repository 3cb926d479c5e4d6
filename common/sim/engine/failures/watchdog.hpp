/// @file
/// @brief A line on standard error about a kernel that runs for a long time: one that waits for a plain variable runs for ever.
#pragma once

namespace lockstep::sim {

class GridRun;

/// While it lives, the grid is watched: an OS thread says once that it still runs after LOCKSTEP_PATIENCE seconds (10; 0: never).
class Watchdog {
 public:
  explicit Watchdog(GridRun& grid);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
};

}  // namespace lockstep::sim
