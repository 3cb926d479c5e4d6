/// @file
/// @brief How a submission's code ends that did what it must not do.
#pragma once

#include <string>

namespace lockstep::grading {

/// Ends the launch or the program, with the line of the code at `pc`.
[[noreturn]] void refuse(const std::string& what, const void* pc);

}  // namespace lockstep::grading
