/// @file
/// @brief Judging the student's exercise, once or at every save.
#pragma once

#include <string>
#include <vector>

#include "front/calls/script.hpp"

namespace lockstep::front {

/// Compiles the exercise of a lesson and judges it. @param words  further arguments for lockstep-check  @return the judge's exit status
/// @throws Ended where it does not compile
int check_exercise(const Setting& setting, const std::string& lesson, const std::vector<std::string>& words);

}  // namespace lockstep::front
