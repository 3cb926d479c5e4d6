/// @file
/// @brief Runs a launch with a race again in another order, and tells how its answer changes.
#pragma once

#include <string>

#include "observers/hazard_log.hpp"
#include "observers/kept_memory.hpp"

namespace lockstep::sim {

/// Has to come behind the observers that find races. The program sees the first run only: memory is put back, a second run prints
/// nothing (nor does, for so long, any other host thread of the program), and its failures are nobody's.
class Witness : public Observer {
 public:
  explicit Witness(HazardLog& log) : log_(log) {}
  void grid_begins(const GridRun& grid) override;
  void access(const Thread& thread, const Access& access) override;
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void grid_ends(const GridRun& grid) override;

 private:
  HazardLog& log_;
  KeptMemory kept_;
  std::size_t known_hazards_ = 0;  ///< before the launch
  std::uint64_t accesses_ = 0;     ///< of the launch
};

}  // namespace lockstep::sim
