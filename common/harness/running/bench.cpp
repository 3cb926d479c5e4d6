/// @file
/// @brief Chooses the bench of a version.
#include "harness/running/bench.hpp"

#include <fmt/format.h>

#include "lockstep/cuda_error.hpp"
#include "lockstep/machine_error.hpp"

namespace lockstep {

std::unique_ptr<Bench> make_bench(const VersionInfo& version, Case& problem, const RunSettings& settings, const Device& device) {
  return version.on_host() ? make_host_bench(problem, settings) : make_gpu_bench(version.memory, problem, settings, device);
}

std::unique_ptr<Bench> make_gpu_bench(Memory memory, Case& problem, const RunSettings& settings, const Device& device) {
  try {
    return memory == Memory::pinned ? make_pinned_bench(problem, settings) : make_device_bench(problem, settings, device);
  } catch (const CudaError& error) {
    if (error.code() != cudaErrorMemoryAllocation) throw;
    if (memory == Memory::pinned) throw MachineError("the arrays do not fit in page-locked host memory; try a smaller --size");
    throw MachineError(fmt::format("the arrays do not fit in the memory of {} ({:.1f} GB); try a smaller --size", device.name,
                                   static_cast<double>(device.memory_bytes) / 1e9));
  }
}

}  // namespace lockstep
