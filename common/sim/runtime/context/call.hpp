/// @file
/// @brief Where host code asked for something.
#pragma once

namespace lockstep::sim {

/// What issued an operation, or made memory: the function of the API, or the kernel, and where host code called it.
struct Call {
  const char* name = "";
  const void* pc = nullptr;  ///< the address after the call; null where it is not known

  /// The enclosing function, and its caller.
  static Call here(const char* function = __builtin_FUNCTION(), const void* caller = __builtin_return_address(0)) {
    return {function, caller};
  }
};

}  // namespace lockstep::sim
