/// @file
/// @brief gdb on a program, as `./lockstep debug` and editors start it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "skipped.hpp"

namespace lockstep::testing {

inline bool has_gdb() {
  if (run_shell("command -v gdb").succeeded()) return true;
  note_skipped("there is no gdb (./lockstep setup --all installs it)");
  return false;
}

/// What gdb says to these commands. @param line  the program and its arguments
inline Outcome gdb(const std::vector<std::string>& commands, const std::vector<std::string>& line) {
  std::vector<std::string> words{"gdb", "-q", "-batch", "-x", LOCKSTEP_SOURCE_DIR "/common/sim/gdb/lockstep.py"};
  for (const std::string& command : commands) words.insert(words.end(), {"-ex", command});
  words.push_back("--args");
  words.insert(words.end(), line.begin(), line.end());
  return run_program("/usr/bin/env", words, kCompiling);
}

/// Does the output contain these parts, one after the other?
inline void check_parts(const std::string& said, const std::vector<std::string>& parts) {
  CAPTURE(said);
  std::size_t at = 0;
  for (const std::string& part : parts) {
    CAPTURE(part);
    at = said.find(part, at);
    REQUIRE(at != std::string::npos);
    at += part.size() - (part.ends_with('\n') ? 1 : 0);  // a line's end may be the next one's begin
  }
}

}  // namespace lockstep::testing
