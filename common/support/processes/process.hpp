/// @file
/// @brief Runs a program that may do anything: crash, loop, flood its output, leave children behind.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace lockstep {

/// How long a program may run, and how much of its output is kept.
struct ProcessLimits {
  std::chrono::milliseconds wall{20'000};
  std::size_t kept_bytes = 64 * 1024;  ///< of each of stdout and stderr: its head and its tail
};

/// What a program did.
struct Outcome {
  enum class End { exited, signalled, stopped };
  End end = End::exited;
  int code = 0;          ///< the exit status, or the signal; meaningless where it was stopped at the limit
  std::string out, err;  ///< what was kept

  bool succeeded() const { return end == End::exited && code == 0; }
};

/// Runs `program` with `arguments`, with no input, in a process group of its own. Nothing of that group is left when this returns.
/// @throws std::system_error where the program cannot be started, std::runtime_error where we are interrupted meanwhile
Outcome run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments, const ProcessLimits& limits = {});

/// Runs a shell command line.
inline Outcome run_shell(const std::string& line, const ProcessLimits& limits = {}) { return run_program("/bin/sh", {"-c", line}, limits); }

/// For people: "exited with status 3", "was ended by signal 11 (Segmentation fault)", "was still running after 0.5 s, and was stopped".
std::string describe(const Outcome& outcome, const ProcessLimits& limits);

}  // namespace lockstep
