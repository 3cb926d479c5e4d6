/// @file
/// @brief The source of kernels with the counters beside its lines.
#pragma once

#include <string>
#include <vector>

#include "observation/observation.hpp"

namespace lockstep {

/// The lines of a source; none where it cannot be read.
std::vector<std::string> source_lines(const std::string& path);

/// A listing of each file that has lines with counters, kernels' files first: those lines, and a few around them; at most 80 columns.
/// @param lines  by file and line
std::string listing_text(std::vector<LineCounters> lines);

/// What its columns mean.
std::string listing_legend();

}  // namespace lockstep
