/// @file
/// @brief Runs a launch again, of which the program sees nothing: memory is put back before, and nothing is printed.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/grid.hpp"
#include "observers/kept_memory.hpp"

namespace lockstep::sim {

/// How a launch runs again.
struct Again {
  Turns turns;
  bool hesitates = false;  ///< before each volatile write a thread lets the others go first
};

/// False where the program's output could not be kept quiet.
bool can_rerun();

/// Leaves memory as this run leaves it, and not as the program shall see it: `kept.put_results()` does that.
/// @param accesses   of the first run: one that goes far beyond is ended
/// @param observers  watch this run too
Outcome rerun(const GridRequest& request, const Again& again, KeptMemory& kept, std::uint64_t accesses,
              const std::vector<Observer*>& observers);

}  // namespace lockstep::sim
