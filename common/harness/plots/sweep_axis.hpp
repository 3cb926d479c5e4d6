/// @file
/// @brief The axes of a sweep's chart.
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

/// The horizontal axis of curves: what `run` sweeps over, which is one thing.
Axis sweep_axis(const RunResult& run);

/// The values side by side, without regard to how far apart they are, as on both sides of a map of two sweeps.
Axis even_axis(const SweepAxis& sweep);

/// What people call a key of a sweep.
std::string axis_label(const std::string& key);

}  // namespace lockstep
