/// @file
/// @brief Picks a version out of the JSON of a run.
#include "bench/timed.hpp"

namespace lockstep::bench {
namespace {

std::optional<Timing> timing_at(const nlohmann::json& version, const char* key) {
  if (!version.contains(key) || version.at(key).is_null()) return std::nullopt;
  const nlohmann::json& time = version.at(key);
  return Timing{.median = time.at("median"), .min = time.at("min"), .max = time.at("max"), .reps = time.at("reps")};
}

}  // namespace

std::optional<Timing> own_time(const nlohmann::json& version) { return timing_at(version, "time_ms"); }

std::optional<Timing> best_known_time(const nlohmann::json& version) {
  const auto own = own_time(version);
  return own ? own : timing_at(version, "end_to_end_ms");
}

}  // namespace lockstep::bench
