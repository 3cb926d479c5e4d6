/// @file
/// @brief The error for a request that the program cannot carry out.
#pragma once

#include <stdexcept>

namespace lockstep {

/// Wrong usage. Its message is one line that says what was wrong and what would be right; the program ends with status 2.
/// A version throws it for a launch shape it cannot work with (`--block 96` where it wants a power of two).
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace lockstep
