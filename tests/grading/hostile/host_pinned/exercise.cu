/// @file
/// @brief Registers a run() that works in pinned memory, which the host may read.
/// Expected: 0
/// Says: an exercise works in the device's memory
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
void run(const Norm::Device& p, const Launch&) {
  double sum = 0;
  for (std::int64_t i = 0; i < p.n; ++i) sum += double{p.x[i]} * p.x[i];
  *p.norm = static_cast<float>(sqrt(sum));
}
const Version version{__FILE__, "the length of a vector", run, {}, lockstep::Memory::pinned};
}  // namespace
