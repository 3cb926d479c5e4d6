/// @file
/// @brief The program that draws charts.
#pragma once

#include <string>

namespace lockstep {

/// Finds out before long work whether there is a gnuplot. @throws MachineError where it is missing
void require_gnuplot();

/// Runs gnuplot on a script. @throws MachineError where it is missing or fails
void run_gnuplot(const std::string& script);

}  // namespace lockstep
