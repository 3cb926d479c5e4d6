/// @file
/// @brief What `./lockstep check --rank` says.
#pragma once

#include <optional>
#include <string>

#include "grading/rank/work.hpp"

namespace lockstep::grading {

/// The price list, with the counts of both runs, and what they add up to. At most 80 columns wide.
/// @param ours  of the course's solution; nothing where it is not there to compare with
std::string rank_text(const CountedRun& yours, const std::optional<CountedRun>& ours);

}  // namespace lockstep::grading
