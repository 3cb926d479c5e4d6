/// @file
/// @brief Runs a program that is not trusted where it can do no harm: in a box made by bubblewrap.
///
/// In the box there are: the system's libraries (and, for programs that may start programs, its compilers and headers), the program, the
/// files and folders that are given, a /proc of its own, a /dev of harmless devices, and a /tmp in memory. There is no network, no other
/// process, no other user, no environment, no terminal, no input, no right to anything. It all ends when the program ends: nothing of it
/// is left but what it wrote to its two outputs and to the writable files.
///
/// What is not defended:
/// - The kernel itself: a program that breaks out through a fault of the kernel has the rights of the user who runs the box. Run it as
///   a user of its own, or in a virtual machine, where that matters.
/// - Time: programs in the box share processors, caches and memory bandwidth with others, and can slow them down, and measure them.
/// - Memory, processes and processor time are looked at every 10 ms, so a program can go over its limit by what it gets in that time.
///   Scratch memory counts by itself: a box can hold `memory_bytes` and `scratch_bytes`.
/// - What its outputs and its writable files say: a program can write any answer there, and any that it forged.
/// - A program that may not start programs may still become another that it sees (execve): with the same rights, limits and filter.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/processes/process.hpp"

namespace lockstep::grading {

/// What a program in the box may use.
struct BoxLimits {
  std::chrono::milliseconds wall{20'000};
  std::chrono::milliseconds cpu{60'000};                  ///< of all its processes and threads together
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;    ///< in use by all its processes together; reserved memory does not count
  std::uint64_t file_bytes = std::uint64_t{64} << 20;     ///< of each file that it writes
  std::uint64_t scratch_bytes = std::uint64_t{64} << 20;  ///< of all files in /tmp; writing more fails there
  std::size_t threads = 1024;                             ///< of all its processes together
  std::size_t kept_bytes = 64 * 1024;                     ///< of each of stdout and stderr: its head and its tail
};

/// What a program in the box may see beside the system, and what it may use.
struct Box {
  std::vector<std::filesystem::path> readable = {};  ///< files and folders, seen under their own paths, read-only
  std::vector<std::filesystem::path> writable = {};  ///< files that exist, seen under their own paths; nothing else that it writes is kept
  std::vector<std::pair<std::string, std::string>> variables = {};  ///< of its environment, which has none of ours
  BoxLimits limits = {};
  bool may_start_programs = false;  ///< a compiler must; a student's program must not
};

/// What a program did. Where its end is `stopped`, `over` says which limit stopped it. A program that exits with 128 + N cannot be told
/// from one that signal N ended.
struct BoxOutcome : Outcome {
  enum class Limit { wall, cpu, memory, threads, file };
  Limit over = Limit::wall;
};

/// Like run_program() of process.hpp, in the box. The program is seen there too, under its own path. Can be called from several threads.
/// @throws std::runtime_error where the box cannot be made, or the program cannot be started, in one line; or where we are interrupted
BoxOutcome run_in_box(const Box& box, const std::filesystem::path& program, const std::vector<std::string>& arguments);

/// For people: "used more than 2 GB of memory, and was stopped".
std::string describe(const BoxOutcome& outcome, const BoxLimits& limits);

/// Why there can be no box on this machine, in one line; nothing where there can. The first call tries, which takes some milliseconds.
std::optional<std::string> why_no_box();

}  // namespace lockstep::grading
