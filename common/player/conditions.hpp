/// @file
/// @brief Conditions in a source, and where the statements that they guard begin.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lockstep::player {

/// An `if`, or the head of a loop.
struct Condition {
  bool of_loop = false;
  int body = 0;           ///< the line of the first statement that it guards, from 1
  std::string written{};  ///< if that is the condition's own line: the array to which it writes
};

/// The condition on a line; none if no other line tells whether it holds, because its body is on the same line and writes to no array, or
/// is a jump.
std::optional<Condition> condition_on(const std::vector<std::string>& lines, int line);

}  // namespace lockstep::player
