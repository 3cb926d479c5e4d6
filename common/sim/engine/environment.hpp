/// @file
/// @brief Settings from environment variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace lockstep::sim {

/// A whole number; `otherwise` where the variable is not set or empty. Where it is something else, says so in one line and ends the
/// program with status 2.
std::uint64_t number_from_environment(const char* variable, std::uint64_t otherwise);

/// Whether the variable is `1`; false where it is `0`, empty or not set. Anything else ends the program, as above.
bool wish_from_environment(const char* variable);

/// Of numbers, those that leave `remainder` when they are divided by `divisor`.
struct Remainder {
  std::uint64_t remainder, divisor;
};
/// Written as in `1/4`; nothing where the variable is not set or empty. Anything else ends the program, as above.
std::optional<Remainder> remainder_from_environment(const char* variable);

/// The processor's cores.
std::size_t cores();
/// How many OS threads may compute: as many as there are cores, or as `LOCKSTEP_WORKERS` says; at least 1.
std::size_t workers_wanted();

}  // namespace lockstep::sim
