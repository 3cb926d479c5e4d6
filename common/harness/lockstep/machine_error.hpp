/// @file
/// @brief The error for what the machine lacks.
#pragma once

#include <stdexcept>

namespace lockstep {

/// The machine lacks a device, memory or a program. The message is one line; the program ends with status 3.
/// A version throws it where the GPU lacks a feature that it needs; the other versions still run.
struct MachineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace lockstep
