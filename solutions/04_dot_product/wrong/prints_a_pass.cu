/// @file
/// @brief Prints that all is well, and leaves.
///
/// Rejected by: part1
#include <cstdio>
#include <cstdlib>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

void run(const Norm::Device&, const Launch&) {
  std::puts("All tests passed (7 assertions in 7 test cases)");
  std::_Exit(0);
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
