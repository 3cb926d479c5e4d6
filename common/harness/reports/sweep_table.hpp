/// @file
/// @brief Sweeps as tables for people.
#pragma once

#include <string>

#include "harness/timing/result.hpp"

namespace lockstep {

/// For each measure: a line for each version and a column for each value; of two sweeps, for each version a line for each value of the
/// first and a column for each of the second; of a single point, a column for each measure. @param colour  with terminal colours
std::string sweep_table(const RunResult& run, bool colour);

}  // namespace lockstep
