/// @file
/// @brief Runs a lesson's program once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "bench/plan.hpp"
#include "bench/record.hpp"

namespace lockstep::bench {

/// What a run gave: its JSON, or one line that says why there is none; or both, where a version has no times that it should have.
struct RunOutcome {
  std::optional<Json> data{};
  std::string failure{};
};

/// All versions and peers of a run share one process, so that their times compare.
RunOutcome run_planned(const std::filesystem::path& program, const PlannedRun& run);

}  // namespace lockstep::bench
