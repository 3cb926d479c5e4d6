/// @file
/// @brief A lesson program, from its command line to its exit status.
#pragma once

#include "harness/running/lesson.hpp"

namespace lockstep {

/// Runs the program of a lesson with the type that the command line asks for. Results go to standard output; a failure of the program
/// itself is one line on standard error.
/// @return 0 all verified, 1 something failed verification, 2 wrong usage, 3 the machine lacks something
int run_program(const Lessons& lessons, int argc, const char* const* argv);

}  // namespace lockstep
