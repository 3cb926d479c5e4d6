/// @file
/// @brief Conditions in a source: where the statement begins that one guards.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lockstep::player {

/// An `if`, or the head of a loop.
struct Condition {
  bool of_loop = false;
  int body = 0;           ///< the line of the first statement that it guards, from 1
  std::string written{};  ///< where that is the condition's own line: the array to which it writes
};

/// The condition on a line; none where there is no other line that tells whether it holds: its body is on the same line and writes
/// to no array, or is a jump.
std::optional<Condition> condition_on(const std::vector<std::string>& lines, int line);

}  // namespace lockstep::player
