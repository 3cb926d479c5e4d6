/// @file
/// @brief The horizontal axis of a sweep's chart.
#pragma once

#include <string>
#include <vector>

#include "harness/timing/result.hpp"

namespace lockstep {

/// The values of a sweep, one for each point, and how gnuplot shows them.
struct Axis {
  std::vector<double> values{};
  std::string label{}, commands{};
};

/// What `run` sweeps over.
Axis sweep_axis(const RunResult& run);

}  // namespace lockstep
