/// @file
/// @brief What a run's JSON says of a version.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "harness/timing/timing.hpp"

namespace lockstep::bench {

/// The time of the version's own work; nothing where it was not measured apart from its copies.
std::optional<Timing> own_time(const nlohmann::json& version);

/// The same, or the end-to-end time where there is no other.
std::optional<Timing> best_known_time(const nlohmann::json& version);

}  // namespace lockstep::bench
