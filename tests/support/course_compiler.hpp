/// @file
/// @brief The course's compiler, for tests of whole programs.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "support/processes/process.hpp"

namespace lockstep::testing {

using namespace grading;

/// A compiler is slow on a busy machine.
constexpr ProcessLimits kCompiling{.wall = std::chrono::minutes(1)};

/// What `./lockstep cc` does once the simulator is built: tests must not build it again beside others.
inline Outcome cc(std::vector<std::string> arguments) {
  const std::string settings = "LOCKSTEP_CC_SETTINGS=" LOCKSTEP_BINARY_DIR "/cc.settings";
  const std::string script = LOCKSTEP_SOURCE_DIR "/common/sim/cc.sh";
  arguments.insert(arguments.begin(), {settings, "sh", script});
  return run_program("/usr/bin/env", arguments, kCompiling);
}

}  // namespace lockstep::testing
