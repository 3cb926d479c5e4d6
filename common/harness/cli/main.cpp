/// @file
/// @brief The main function of every lesson's and every exercise's program, compiled with the header that states its problem.
#include LOCKSTEP_PROBLEM

#include <exception>
#include <iostream>

#include "harness/cli/program.hpp"
#include "harness/running/lesson.hpp"
#include "support/exit_status.hpp"

int main(int argc, char** argv) {
  try {
    return lockstep::run_program(lockstep::lessons_of<Lesson>(), argc, argv);
  } catch (const std::exception& error) {  // only a lesson with an invalid definition gets here
    std::cerr << error.what() << '\n';
    return lockstep::kFailed;
  }
}
