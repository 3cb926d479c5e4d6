/// @file
/// @brief Reads traces, and says where one is inconsistent.
#include "player/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "lockstep/usage_error.hpp"
#include "support/input_file.hpp"

namespace lockstep::player {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "lockstep-trace-1";

void require(bool holds, const std::string& what) {
  if (!holds) throw UsageError(what);
}

/// The library's error message, without its own error number.
std::string reason(const json::exception& error) {
  const std::string text = error.what();
  const std::size_t end = text.find("] ");
  return end == text.npos ? text : text.substr(end + 2);
}

template <class Value>
std::vector<Value> list(const json& object, const char* key) {
  return object.at(key).get<std::vector<Value>>();
}

std::string text_or_nothing(const json& object, const char* key) {
  const json& text = object.at(key);
  return text.is_null() ? "" : text.get<std::string>();
}

Array read_array(const json& from) {
  Array array{.name = from.at("name"), .space = from.at("space"), .type = from.at("type"), .start = from.at("start")};
  if (!from.at("shape").is_null()) array.shape = list<std::int64_t>(from, "shape");
  array.scalar_bytes = from.at("scalar_bytes");
  array.components = from.at("components");
  require(array.scalar_bytes > 0 && array.components > 0, array.name + ": a size is not positive");
  require(std::ranges::all_of(array.shape, [](std::int64_t size) { return size > 0; }),
          array.name + ": a size of its shape is not positive");
  return array;
}

std::vector<json> scalars(const json& value) { return value.is_array() ? value.get<std::vector<json>>() : std::vector<json>{value}; }

void read_access(const json& from, std::size_t arrays, Event& event) {
  const auto lanes = static_cast<std::size_t>(std::popcount(event.lanes));
  const json& array = from.at("array");
  event.arrays = array.is_array() ? array.get<std::vector<std::size_t>>() : std::vector<std::size_t>(lanes, array.get<std::size_t>());
  event.indices = list<std::int64_t>(from, "index");
  for (const json& value : from.at(event.kind == "atomic" ? "new" : "value")) event.values.push_back(scalars(value));
  if (event.kind == "atomic") {
    event.operation = from.at("operation");
    event.old = list<json>(from, "old");
  }
  if (from.contains("sectors")) event.sectors = from.at("sectors");
  event.ideal = from.value("ideal", 0);
  event.wavefronts = from.value("wavefronts", 0);
  event.conflicts = from.value("conflicts", 0);
  const bool whole = event.arrays.size() == lanes && event.indices.size() == lanes && event.values.size() == lanes;
  require(whole && (event.kind != "atomic" || event.old.size() == lanes), "its lists do not have an entry for each active lane");
  require(std::ranges::all_of(event.arrays, [&](std::size_t number) { return number < arrays; }),
          "it accesses an array that the trace does not list");
}

void read_exchange(const json& from, Event& event) {
  const auto lanes = static_cast<std::size_t>(std::popcount(event.lanes));
  event.name = from.at("name");
  event.in = list<json>(from, "in");
  event.out = list<json>(from, "out");
  if (from.contains("from")) event.from = list<int>(from, "from");
  const bool whole = event.out.size() == lanes && event.in.size() == lanes && (event.from.empty() || event.from.size() == lanes);
  require(whole, "its lists do not have an entry for each active lane");
}

Event read_event(const json& from, const std::vector<SourceFile>& files, std::size_t arrays) {
  Event event{.kind = from.at("kind"), .block = from.at("block"), .warp = from.at("warp")};
  event.lanes = from.at("lanes").get<std::uint32_t>();
  require(event.lanes != 0, "it has no active lane");
  if (const json& at = from.at("at"); !at.is_null()) {
    event.file = at.at(0);
    event.line = at.at(1);
    require(event.file >= 0 && static_cast<std::size_t>(event.file) < files.size(), "it is in a file that the trace does not list");
  }
  const std::string& kind = event.kind;
  if (kind == "load" || kind == "store" || kind == "atomic") read_access(from, arrays, event);
  if (kind == "exchange") read_exchange(from, event);
  if (kind == "arrive" || kind == "barrier") {
    event.sync = from.at("sync");
    event.arrived = from.at("arrived");
    event.of = kind == "arrive" ? from.at("of").get<int>() : event.arrived;
  }
  if (kind == "branch") event.into = list<std::uint32_t>(from, "into");
  if (kind == "fence") event.scope = from.at("scope");
  return event;
}

/// Names the event if it is inconsistent.
Event read_numbered_event(const json& launch, std::size_t number, const std::vector<SourceFile>& files, std::size_t arrays) {
  try {
    return read_event(launch.at("events").at(number), files, arrays);
  } catch (const json::exception& error) {
    throw UsageError(fmt::format("event {}: {}", number, reason(error)));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("event {}: {}", number, error.what()));
  }
}

Hazard read_hazard(const json& from, std::size_t events) {
  Hazard hazard{.message = from.at("message")};
  for (const json& event : from.at("events"))
    if (!event.is_null()) hazard.events.push_back(event.get<std::size_t>());
  require(std::ranges::all_of(hazard.events, [&](std::size_t number) { return number < events; }),
          "a hazard is at an event that does not exist");
  return hazard;
}

Launch read_launch(const json& from, const std::vector<SourceFile>& files) {
  Launch launch{.kernel = from.at("kernel"), .version = text_or_nothing(from, "version"), .order = from.value("order", "")};
  launch.grid = list<int>(from, "grid");
  launch.block = list<int>(from, "block");
  for (const json& array : from.at("arrays")) launch.arrays.push_back(read_array(array));
  for (std::size_t i = 0; i < from.at("events").size(); ++i)
    launch.events.push_back(read_numbered_event(from, i, files, launch.arrays.size()));
  for (const json& hazard : from.at("hazards")) launch.hazards.push_back(read_hazard(hazard, launch.events.size()));
  return launch;
}

Trace read_json(json from) {
  require(from.is_object() && from.contains("schema"), "this is not a trace");
  if (from.at("schema") != kSchema)
    throw UsageError(fmt::format("a trace of schema {}, but this player reads \"{}\": make it again", from.at("schema").dump(), kSchema));
  Trace trace;
  for (const json& file : from.at("files")) trace.files.push_back({file.at("name"), list<std::string>(file, "lines")});
  for (const json& launch : from.at("launches")) trace.launches.push_back(read_launch(launch, trace.files));
  std::erase_if(trace.launches, [](const Launch& launch) { return launch.events.empty(); });
  require(!trace.launches.empty(), "the trace has no events: no traced warp ran");
  trace.cut = text_or_nothing(from, "cut");
  trace.json = std::move(from);
  return trace;
}

}  // namespace

std::size_t Trace::steps() const {
  std::size_t steps = 0;
  for (const Launch& launch : launches) steps += launch.events.size();
  return steps;
}

Trace read_trace(const std::string& path) {
  return reading(path, [&] {
    require_readable(path);
    try {
      return read_json(json::parse(read_content(path, [](std::string_view, std::string_view) {})));
    } catch (const json::parse_error& error) {
      throw UsageError(fmt::format("this is not a trace, or only part of one: at byte {} it is not JSON", error.byte));
    } catch (const json::exception& error) {
      throw UsageError(fmt::format("the trace is damaged: {}", reason(error)));
    }
  });
}

std::vector<int> lanes_of(std::uint32_t mask) {
  std::vector<int> lanes;
  for (int lane = 0; lane < kLanes; ++lane)
    if ((mask >> lane & 1) != 0) lanes.push_back(lane);
  return lanes;
}

}  // namespace lockstep::player
