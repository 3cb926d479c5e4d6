/// @file
/// @brief Words for a wrong answer: for readers who compare versions, and for students whose answer is judged.
#pragma once

#include <string>

#include "lockstep/verdict.hpp"

namespace lockstep {

/// "sum[3]: expected 6, got 7, allowed error 0.5 (rounding)".
std::string comparison_text(const Verdict& verdict);

/// "sum[3] is 7; 6 is right, give or take 0.5 (rounding)".
std::string to_string(const Verdict& verdict);

}  // namespace lockstep
