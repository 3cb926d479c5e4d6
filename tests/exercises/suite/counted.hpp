/// @file
/// @brief Keeps the counters by which a submission is ranked.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace lockstep::testing {

/// Leaves the counters of the largest run so far in the file that LOCKSTEP_COUNTED names, if it names one. To be called where the answer
/// was right, and kernels found it.
/// @param version  the JSON of the version, from Submission::observe
/// @param size  as `--size` takes it
/// @param needed_bytes  of the problem: what makes a run large
void keep_counted(const nlohmann::json& version, const std::string& size, double needed_bytes);

}  // namespace lockstep::testing
