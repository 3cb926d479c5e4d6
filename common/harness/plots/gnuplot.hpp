/// @file
/// @brief The program that draws charts.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// Checks before long work that there is a gnuplot. @throws MachineError where it is missing
void require_gnuplot();

/// A gnuplot string in which nothing is expanded.
std::string gnuplot_literal(std::string_view text);

/// Draws `script` on white with dark ink, 900 points wide, as `path`'s ending asks (.svg or .png).
/// @throws MachineError where gnuplot is missing or fails; UsageError where the file cannot be written
void draw_by_gnuplot(const std::string& path, int height, const std::string& script);

/// Runs gnuplot on a script. @throws MachineError where it is missing or fails
void run_gnuplot(const std::string& script);

}  // namespace lockstep
