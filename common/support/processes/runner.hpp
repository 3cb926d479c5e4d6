/// @file
/// @brief How a question starts the program under test: as a process of the user, or in a box.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "support/processes/process.hpp"

namespace lockstep {

/// The files that a program's arguments name.
struct Files {
  std::vector<std::filesystem::path> read;     ///< they exist
  std::vector<std::filesystem::path> written;  ///< they need not
};

/// How a program ended.
struct Ended {
  bool well = false;     ///< it exited with status 0
  bool stopped = false;  ///< it would not have ended by itself
  int code = 0;          ///< its exit status; meaningless where it did not exit
  std::string how = {};  ///< for people: "exited with status 3"
  std::string out = {}, err = {};
};

/// Runs a program with arguments that name these files.
using Runner = std::function<Ended(const std::filesystem::path& program, const std::vector<std::string>& arguments, const Files& files)>;

/// As a process of the user's own.
inline Runner as_process(const ProcessLimits& limits = {}) {
  return [limits](const std::filesystem::path& program, const std::vector<std::string>& arguments, const Files&) {
    const Outcome outcome = run_program(program, arguments, limits);
    return Ended{outcome.succeeded(), outcome.end == Outcome::End::stopped, outcome.code, describe(outcome, limits), outcome.out,
                 outcome.err};
  };
}

}  // namespace lockstep
