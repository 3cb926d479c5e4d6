/// @file
/// @brief Makes a hazard of output that comes late.
#include "sim/observers/streams/late_output.hpp"

#include "sim/runtime/context/call.hpp"

namespace lockstep::sim {

bool LateOutput::output_comes_late(const Call& kernel) {
  log_.kernel = kernel.name;
  bool fresh = false;
  Hazard& hazard = log_.find("late-output", kernel.pc, nullptr, &fresh);
  if (!fresh) return true;
  hazard.severity = Severity::warning;
  hazard.message = "the program ended without waiting for this launch: a GPU usually loses what the kernel printed";
  hazard.fix = "call cudaDeviceSynchronize() before the program ends, and check what it returns";
  return true;
}

}  // namespace lockstep::sim
