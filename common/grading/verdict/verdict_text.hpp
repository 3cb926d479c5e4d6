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
/// all hints, and which of its TODOs are left; and the command that helps next. If all pass: what the first part's last run printed. At
/// most 80 columns wide.
/// @param printed  by the parts' titles; parts may be missing
/// @param rank     what rank_text() says, where that was asked for: it stands before the next command
std::string verdict_text(const Kit& kit, const std::vector<PartGrade>& parts, bool all_hints, const PrintedByCase& printed = {},
                         const std::string& rank = {});

}  // namespace lockstep::grading
