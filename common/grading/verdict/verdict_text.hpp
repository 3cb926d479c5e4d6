/// @file
/// @brief What `./lockstep check` says to a student.
#pragma once

#include <string>
#include <vector>

#include "grading/verdict/grades.hpp"
#include "grading/verdict/kit.hpp"

namespace lockstep::grading {

/// The parts and their points; then, of the first part that does not pass, why, and its first hint, or all of them.
/// At most 80 columns wide.
std::string verdict_text(const Kit& kit, const std::vector<PartGrade>& parts, bool all_hints);

}  // namespace lockstep::grading
