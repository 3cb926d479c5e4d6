/// @file
/// @brief A run of a version under observation.
#pragma once

#include <cstddef>
#include <exception>

#include "harness/running/bench.hpp"
#include "observation/observation.hpp"

namespace lockstep {

/// What was seen, also of a run that failed: it may be the reason.
struct ObservedRun {
  Observation seen;
  std::exception_ptr failure;  ///< what the run threw, if anything
};

/// Runs a version of the device's once under a watch; outputs are on the host after.
/// @param memory  the version's
ObservedRun run_observed(std::size_t version, Memory memory, Case& problem, RunSettings settings, const Device& device,
                         const Watching& watching);

}  // namespace lockstep
