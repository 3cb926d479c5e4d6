/// @file
/// @brief The error for what the machine does not have.
#pragma once

#include <stdexcept>

namespace lockstep {

/// The machine lacks a device, memory or a program. The message is one line; the program ends with status 3.
/// A version throws it where the GPU lacks what it is made of; the other versions run on.
struct MachineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace lockstep
