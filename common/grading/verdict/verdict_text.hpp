/// @file
/// @brief What `./lockstep check` says to a student.
#pragma once

#include <string>
#include <vector>

#include "grading/verdict/grades.hpp"
#include "grading/verdict/kit.hpp"
#include "grading/verdict/printed.hpp"

namespace lockstep::grading {

/// The parts and their points; then, of the first part that does not pass, why, what its last run printed, a hint for such a failure, or
/// all hints; and the command that helps next. If all pass: what the first part's last run printed. At most 80 columns wide.
/// @param printed  by the parts' titles; parts may be missing
std::string verdict_text(const Kit& kit, const std::vector<PartGrade>& parts, bool all_hints, const PrintedByCase& printed = {});

}  // namespace lockstep::grading
