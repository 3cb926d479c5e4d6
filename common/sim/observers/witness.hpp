/// @file
/// @brief Runs a launch again: in another order, for what only that shows, and to tell how a race changes the answer.
#pragma once

#include <cstdint>
#include <vector>

#include "observers/hazard_log.hpp"
#include "observers/kept_memory.hpp"
#include "observers/races.hpp"
#include "observers/rerun.hpp"

namespace lockstep::sim {

/// Has to come behind the observers that find races. The program sees the first run only: memory is put back, a second run prints
/// nothing (nor does, for so long, any other host thread of the program), and its failures are nobody's.
class Witness : public Observer {
 public:
  Witness(HazardLog& log, Races& races) : log_(log), races_(races) {}
  void grid_begins(const GridRun& grid) override;
  void access(const Thread& thread, const Access& access) override;
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void grid_ends(const GridRun& grid) override;

 private:
  std::vector<Hazard*> new_races();
  void look_again(const GridRun& grid, const Again& again);
  void find_effect(const GridRun& grid);

  HazardLog& log_;
  Races& races_;
  KeptMemory kept_;
  std::size_t known_hazards_ = 0;  ///< before the launch
  std::uint64_t accesses_ = 0;     ///< of the launch
};

}  // namespace lockstep::sim
