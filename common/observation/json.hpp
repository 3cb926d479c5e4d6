/// @file
/// @brief What was counted, as the JSON that a program leaves under LOCKSTEP_PROFILE, and back.
#pragma once

#include <nlohmann/json.hpp>

#include "observation/observation.hpp"

namespace lockstep {

// A key has its member's name. Reading a key that is missing throws nlohmann::json::out_of_range.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Phase, lanes, wavefronts, crowded_banks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WarpRequest, file, line, shared, write, atomic, bytes, lanes, address, sectors, ideal_sectors,
                                   wavefronts, bank_conflicts, phases)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LineCounters, file, line, counters)

inline void to_json(nlohmann::json& json, const LaunchCounters& launch) {
  json = {
      {"kernel", launch.kernel}, {"grid", launch.grid}, {"block", launch.block}, {"counters", launch.counters}, {"lines", launch.lines}};
  if (launch.requests) json["requests"] = *launch.requests;
}

inline void from_json(const nlohmann::json& json, LaunchCounters& launch) {
  json.at("kernel").get_to(launch.kernel);
  json.at("grid").get_to(launch.grid);
  json.at("block").get_to(launch.block);
  json.at("counters").get_to(launch.counters);
  json.at("lines").get_to(launch.lines);
  if (const auto requests = json.find("requests"); requests != json.end()) launch.requests = requests->get<std::vector<WarpRequest>>();
}

}  // namespace lockstep
