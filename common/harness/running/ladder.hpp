/// @file
/// @brief The main job: verifies and times versions of a lesson at one size and launch shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/running/bench.hpp"
#include "harness/timing/device.hpp"
#include "harness/timing/result.hpp"
#include "support/progress.hpp"

namespace lockstep {

/// What to run.
struct LadderRequest {
  std::vector<std::size_t> versions;  ///< indices into Lesson::versions()
  Size size;
  std::uint64_t seed = 0;
  RunSettings settings;
  Watching watching;                      ///< what to look for in the kernels
  Size counted_size;                      ///< at which size
  bool once = false;                      ///< only verify, on exact inputs at `size`
  bool times_kernels = true;              ///< also versions with kernels are timed
  std::vector<double> lesson_settings{};  ///< one for each of LessonInfo::settings
  std::string input{};                    ///< the name of the real inputs of this size if they were not generated
  std::string output{};                   ///< where the last version's answer goes, if anywhere
};

/// Steps of progress that climb() takes for a request.
int ladder_steps(const Lesson& lesson, const LadderRequest& request);

/// Verifies each version on exact inputs at the lesson's ragged sizes and at the size asked for, and on real inputs at that size. Where the
/// request says so, kernels are watched in runs of their own: for hazards at the ragged sizes and at the counted size, where counters are
/// taken, too. Writes the output where the last version is right.
/// Then times those that are right, on the real inputs, and checks the outputs of each one's last repetition. Versions on the device take
/// turns: one repetition of each, then the next of each, until the median of each is known well enough.
/// With `once`, each version runs on exact inputs at the size asked for, and that is all.
/// A version that fails is dropped. Other versions go on, unless the failure left the device unusable: then those that need it and are not
/// yet verified fail as well, those that are verified and not yet timed have no times, and both say so.
/// A version that cannot work with what was asked for is skipped, and says why.
/// @throws MachineError where the problem does not fit
Point climb(const Lesson& lesson, const Device& device, const LadderRequest& request, Progress& progress);

}  // namespace lockstep
