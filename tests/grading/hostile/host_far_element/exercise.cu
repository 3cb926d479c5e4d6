/// @file
/// @brief Writes to an element that an array of run() does not have, at a distance that the compiler knows.
/// Expected: 0
/// Says: outside of its own variables
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
void run(const Norm::Device&, const Launch&) {
  volatile std::uintptr_t own[2] = {};
  own[100] = own[0];
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
