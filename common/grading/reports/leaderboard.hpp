/// @file
/// @brief The submissions of a class by what they cost.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grading/verdict/grades.hpp"

namespace lockstep::grading {

/// The place of each submission, 1 for the least cost; nothing for one that is not ranked. Equal costs share a place, and the places after
/// it stay empty: 1, 2, 2, 4.
std::vector<std::optional<std::size_t>> places_of(const std::vector<Grade>& grades);

/// The cost of a ranked submission where the solution's is 1: "0.932". Empty where it is not ranked.
std::string cost_text(const Grade& grade);

/// For a terminal: place, cost and student, the least cost first; one line where none is ranked. At most 80 columns wide.
std::string leaderboard_text(const std::vector<Grade>& grades);

/// As CSV: rank, student, cost, and the counts by their names in the price list. The solution's row has no rank.
std::string leaderboard_csv(const std::vector<Grade>& grades);

}  // namespace lockstep::grading
