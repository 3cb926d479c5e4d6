/// @file
/// @brief What a version needs and the GPU lacks: tensor cores, clusters, shared memory. Its tests are skipped there, and say so.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "grading/verdict/protocol.hpp"

namespace lockstep::testing {

/// May a GPU of that compute capability, "8.6", lack what a version of the course needs? Those that may not have all of it: where one of
/// them, or the simulator, which is a 9.0, cannot run a version, that is a failure.
bool may_lack(const std::string& capability);

/// Was the version, of a run's JSON, left away for what the machine lacks? Then the running test says so, or fails where it has all.
bool skips(const nlohmann::json& version);

/// The same for a version that gave no right answer to `question`: the lesson's program is asked why.
bool skips(const LessonInfo& info, const Question& question);

}  // namespace lockstep::testing
