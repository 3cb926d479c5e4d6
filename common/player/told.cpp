/// @file
/// @brief Adds sentences to a trace.
#include "player/told.hpp"

#include <fmt/format.h>

#include "player/narration.hpp"

namespace lockstep::player {
namespace {

using nlohmann::json;

json crossing_of(const Step& step) {
  json cells = json::array();
  for (const auto* side : {&step.crossing.read, &step.crossing.overwritten})
    for (const auto& [array, index] : *side) cells.push_back(fmt::format("{}:{}", array, index));
  return cells;
}

}  // namespace

json told(const Trace& trace) {
  const Steps steps(trace);
  json all = trace.json;
  std::size_t number = 0;  // launches without an event have no steps in either
  for (json& launch : all["launches"])
    for (json& event : launch["events"]) {
      event["sentence"] = sentence(steps, ++number);
      if (event["kind"] == "barrier") event["crossing"] = crossing_of(steps.at(number));
    }
  return all;
}

}  // namespace lockstep::player
