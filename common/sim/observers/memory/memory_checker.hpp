/// @file
/// @brief The memory checker: finds accesses outside of allocations and variables, to freed and to constant memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/observers/hazards/hazard_log.hpp"
#include "sim/observers/memory/regions.hpp"

namespace lockstep::sim {

class MemoryChecker : public Observer {
 public:
  explicit MemoryChecker(HazardLog& log) : log_(log) {}
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  void grid_begins(const GridRun& grid) override;
  void access(const Thread& thread, const Access& access) override;
  void local_access(const Thread& thread, const Access& access) override;
  void memory_ended(const Allocation&) override { known_.fill({}); }
  bool launch_fails(const Failure& failure) override;

 private:
  /// The allocation or variable that an instruction touched last, as it is likely to touch it again.
  struct Known {
    const void* pc = nullptr;
    Stretch stretch;
  };

  void check(const Thread& thread, const Access& access, Known& known);
  bool writes_constant(const Thread& thread, const Access& access);
  void report_outside(const Thread& thread, const Access& access);
  void report(const char* kind, const Thread& thread, const Access& access, std::string message, const char* fix);

  HazardLog& log_;
  const GridRun* grid_ = nullptr;
  std::array<Known, 256> known_;
  Stretch reported_;  ///< the last access that was: the hardware may fault on it as well
};

}  // namespace lockstep::sim
