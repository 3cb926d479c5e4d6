/// @file
/// @brief Asks the driver's own tool for GPUs.
#include "front/calls/machine.hpp"

#include <cstdlib>

#include "support/processes/process.hpp"

namespace lockstep::front {

bool has_gpu() { return run_shell("nvidia-smi -L | grep -q GPU").succeeded(); }

bool has_nvcc() {
  const char* const nvcc = std::getenv("CUDACXX");
  return nvcc != nullptr && *nvcc != '\0';
}

}  // namespace lockstep::front
