/// @file
/// @brief One grade for Gradescope.
#pragma once

#include <string>

#include "grading/verdict/grades.hpp"

namespace lockstep::grading {

/// The results.json of a submission: the score, and a visible test for each part. Every test is visible, since one that is hidden hides
/// the total, too. With a leaderboard, if the submission is ranked: its cost, and the counters that make it.
std::string to_gradescope(const Grade& grade);

}  // namespace lockstep::grading
