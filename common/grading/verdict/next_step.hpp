/// @file
/// @brief The command that helps most after a verdict.
#pragma once

#include <string>

#include "grading/verdict/failure_kind.hpp"
#include "grading/verdict/kit.hpp"

namespace lockstep::grading {

/// For an exercise that passes: the next lesson; after the last one, the list of them.
std::string next_lesson_command(const Kit& kit);

/// For a part that failed in this way. @param options  of the run that failed, such as "--size 33"; may be empty
std::string next_command(const Kit& kit, FailureKind kind, const std::string& options);

}  // namespace lockstep::grading
