/// @file
/// @brief A test that this machine cannot run completely is not a failure, but is reported.
#pragma once

#include <string>

namespace lockstep::testing {

/// The running test case skips something, for the reason that `line` gives. If nothing else in it fails, it ends with
/// `skipped here: ` and the reasons, by which CTest knows it as skipped; Catch2 2.13 cannot skip.
void note_skipped(const std::string& line);

}  // namespace lockstep::testing
