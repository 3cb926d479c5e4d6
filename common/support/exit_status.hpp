/// @file
/// @brief What every program of the course says by its exit status.
#pragma once

namespace lockstep {

/// Scripts and tests ask for these numbers, and the README names them.
enum ExitStatus : int {
  kSucceeded = 0,
  kFailed = 1,
  kWrongUsage = 2,
  kMachineLacks = 3,  ///< the machine has not what was asked for, and nothing else is wrong
};

}  // namespace lockstep
