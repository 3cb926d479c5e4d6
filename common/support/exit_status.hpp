/// @file
/// @brief The exit statuses of all programs of the course.
#pragma once

namespace lockstep {

/// Scripts and tests depend on these numbers, and the README names them.
enum ExitStatus : int {
  kSucceeded = 0,
  kFailed = 1,
  kWrongUsage = 2,
  kMachineLacks = 3,  ///< the machine lacks what was asked for, and nothing else is wrong
};

}  // namespace lockstep
