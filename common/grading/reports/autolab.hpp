/// @file
/// @brief One grade for Autolab.
#pragma once

#include <string>

#include "grading/verdict/grades.hpp"

namespace lockstep::grading {

/// The line that Autolab looks for at the very end of all output, with a newline: the points of each part under its name, which is the
/// name of Autolab's "problem", and the sum for the scoreboard.
std::string to_autolab(const Grade& grade);

}  // namespace lockstep::grading
