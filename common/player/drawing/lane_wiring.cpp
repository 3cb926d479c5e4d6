/// @file
/// @brief Follows the shuffles of a warp: what its lanes have, and what they get from each other.
#include <fmt/format.h>

#include <algorithm>

#include "lockstep/usage_error.hpp"
#include "player/drawing/wiring.hpp"

namespace lockstep::player {
namespace {

using nlohmann::json;

bool shuffles(const Event& event) { return event.kind == "exchange" && !event.from.empty(); }

bool of_warp(const Event& event, const Event& other) { return event.block == other.block && event.warp == other.warp; }

/// A row of the lanes that take part in an event.
WiredRow row_of_lanes(std::string label, const Event& event, const std::vector<json>& values, std::size_t columns) {
  WiredRow row{.label = std::move(label), .values = std::vector<std::optional<json>>(columns)};
  const std::vector<int> lanes = lanes_of(event.lanes);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const auto column = static_cast<std::size_t>(lanes[i]);
    row.values[column] = values[i];
    row.active.insert(column);
  }
  return row;
}

void add_shuffle(const Event& event, Wiring& wiring) {
  wiring.rows.push_back(row_of_lanes("have", event, event.in, wiring.columns.size()));
  WiredRow after = row_of_lanes("get", event, event.out, wiring.columns.size());
  after.step = fmt::format("line {}", event.line);
  const std::vector<int> lanes = lanes_of(event.lanes);
  for (std::size_t i = 0; i < lanes.size(); ++i)
    if (const auto from = static_cast<std::size_t>(event.from[i]); from < wiring.columns.size())
      after.wires.insert({from, static_cast<std::size_t>(lanes[i])});
  wiring.rows.push_back(std::move(after));
}

/// What happened to the values: the first store of the lanes after their last shuffle.
void add_store(const Event& event, Wiring& wiring) {
  std::vector<json> values;
  for (const std::vector<json>& scalars : event.values) values.push_back(scalars.front());
  wiring.rows.push_back(row_of_lanes("store", event, values, wiring.columns.size()));
}

Wiring wiring_of_warp(const Launch& launch, const Event& first) {
  Wiring wiring{.title = wiring_title(fmt::format("lanes of warp {}", first.warp), launch), .axis = "lane"};
  std::uint32_t lanes = 0;
  for (const Event& event : launch.events)
    if (of_warp(event, first)) lanes |= event.lanes;
  for (int lane = 0; lane <= lanes_of(lanes).back(); ++lane) wiring.columns.push_back({std::to_string(lane), fmt::format("lane {}", lane)});
  const Event* last = nullptr;
  for (const Event& event : launch.events)
    if (of_warp(event, first) && shuffles(event)) add_shuffle(*(last = &event), wiring);
  const auto end = launch.events.data() + launch.events.size();
  const auto* const store = std::find_if(last, end, [&](const Event& event) { return of_warp(event, first) && event.kind == "store"; });
  if (store != end) add_store(*store, wiring);
  return wiring;
}

}  // namespace

Wiring lane_wiring(const Trace& trace) {
  for (const Launch& launch : trace.launches)
    if (const auto first = std::ranges::find_if(launch.events, shuffles); first != launch.events.end())
      return wiring_of_warp(launch, *first);
  throw UsageError("--draw lanes: no traced warp shuffles");
}

}  // namespace lockstep::player
