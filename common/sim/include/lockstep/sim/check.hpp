/// @file
/// @brief What a program does wrong although it may run: for the harness, and for any program by LOCKSTEP_CHECK.
#pragma once

#include <string>
#include <vector>

namespace lockstep::sim {

enum class Severity { note, warning, error };

/// One mistake, however often it happened.
struct Hazard {
  /// "race"; of memory "out-of-bounds", "use-after-free", "misaligned", "uninitialised-read", "constant-write"; of barriers and warps
  /// "divergent-barrier", "divergent-warp", "outside-mask", "missing-lanes", "early-return", "deadlock"; of the host "leak",
  /// "unchecked-error" and "late-output", found at the end of the program only; and other failures of a launch.
  std::string kind{};
  Severity severity = Severity::error;
  std::string kernel{};
  std::string file{};  ///< of the access that completed it
  unsigned line = 0;
  std::string other_file{};
  unsigned other_line = 0;  ///< of the access before; 0 where there is none
  std::string threads{};    ///< both, with block and thread coordinates
  std::string message{};    ///< for a student: what happened, and the values
  std::string fix{};        ///< the usual fix, in one sentence
  std::string witness{};    ///< how the answer changes in another order of the threads; empty where it does not, or was not tried
  unsigned long count = 1;  ///< how often
};

/// Looks for hazards in every launch from here on, until `stop_check`.
void start_check();
std::vector<Hazard> stop_check();

/// A hazard as text of several lines, as LOCKSTEP_CHECK prints it.
std::string to_string(const Hazard& hazard);

}  // namespace lockstep::sim
