/// @file
/// @brief Finds accesses to memory that is not the program's: behind allocations and variables, constant, or misaligned.
#pragma once

#include "observers/hazard_log.hpp"

namespace lockstep::sim {

class MemoryErrors : public Observer {
 public:
  explicit MemoryErrors(HazardLog& log) : log_(log) {}
  void grid_begins(const GridRun& grid) override;
  void access(const Thread& thread, const Access& access) override;

 private:
  void check_global(const Thread& thread, const Access& access);
  void check_shared(const Thread& thread, const Access& access);
  void report(const char* kind, const Thread& thread, const Access& access, std::string message, const char* mend);

  HazardLog& log_;
  const GridRun* grid_ = nullptr;
  std::uintptr_t begin_ = 0, end_ = 0;  ///< of the allocation that was touched last
};

}  // namespace lockstep::sim
