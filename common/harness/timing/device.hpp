/// @file
/// @brief The device that the versions run on, and its top speed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lockstep {

/// What the harness must know about the device.
struct Device {
  std::string name;
  std::size_t memory_bytes;
  std::size_t l2_bytes;
  std::string toolkit;  ///< the version of CUDA that the program was built with, "13.0"; the simulator has none
};

/// The current device. @throws MachineError where there is none, or its driver is too old
Device find_device();

/// The rates that no version can exceed, as measured in this run. Absent on the simulator.
struct Limits {
  std::optional<double> copy_gb_per_s;    ///< read plus written bytes of a device-to-device copy
  std::optional<double> fma_gflop_per_s;  ///< single-precision operations of independent fused multiply-adds, two each
};

/// Measures the limits. @throws CudaError
Limits measure_limits(const Device& device);

}  // namespace lockstep
