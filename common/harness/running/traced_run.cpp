/// @file
/// @brief Runs versions under a watch for their steps and hazards, and makes one trace of them.
#include "harness/running/traced_run.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/running/observed_run.hpp"

namespace lockstep {
namespace {

using nlohmann::json;

std::size_t number_in_grid(const json& grid, const std::array<unsigned, 3>& block) {
  return block[0] + grid[0].get<std::size_t>() * (block[1] + grid[1].get<std::size_t>() * block[2]);
}

/// Of an access: which element of which array a lane touches.
struct Touched {
  std::size_t event;
  json array, index;
};

/// The accesses by a thread on a line, in order.
std::vector<Touched> accesses_of(const json& launch, const json& at, const ThreadPlace& who) {
  const std::size_t block = number_in_grid(launch["grid"], who.block), warp = who.rank / 32;
  const unsigned lane = who.rank % 32;
  std::vector<Touched> found;
  for (std::size_t i = 0; i < launch["events"].size(); ++i) {
    const json& event = launch["events"][i];
    const auto lanes = event["lanes"].get<std::uint32_t>();
    if (!event.contains("index") || event["at"] != at || event["block"] != block || event["warp"] != warp || (lanes >> lane & 1) == 0)
      continue;
    const auto place = static_cast<std::size_t>(std::popcount(lanes & ((1u << lane) - 1)));
    const json& array = event["array"];
    found.push_back({i, array.is_array() ? array[place] : array, event["index"][place]});
  }
  return found;
}

/// The two accesses that collide: of each line the first that touches what the other does.
std::pair<json, json> events_of(const json& launch, const Hazard& hazard, const json& at, const json& before) {
  if (hazard.who.empty()) return {};
  const std::vector<Touched> last = accesses_of(launch, at, hazard.who.front());
  const std::vector<Touched> first = hazard.who.size() > 1 ? accesses_of(launch, before, hazard.who[1]) : std::vector<Touched>();
  for (const Touched& one : last)
    for (const Touched& other : first)
      if (one.array == other.array && one.index == other.index && one.event != other.event) return {one.event, other.event};
  const auto number = [](const std::vector<Touched>& all) { return all.empty() ? json() : json(all.front().event); };
  return {number(last), number(first)};
}

json place(KernelTrace& trace, const std::string& file, unsigned line) {
  return line == 0 ? json() : json{trace.number_of_file(file), line};
}

json hazard_of(KernelTrace& trace, const json& launch, const Hazard& hazard) {
  const json at = place(trace, hazard.file, hazard.line), before = place(trace, hazard.other_file, hazard.other_line);
  const auto [event, earlier] = events_of(launch, hazard, at, before);
  return {{"kind", hazard.kind},
          {"severity", name_of(hazard.severity)},
          {"message", hazard.message},
          {"text", hazard.text},
          {"at", at},
          {"before", before},
          {"events", {event, earlier}}};
}

/// Adds a version's launches, with files by the numbers that they have in the whole.
void append(KernelTrace& all, KernelTrace one, const std::string& version, const std::vector<Hazard>& hazards) {
  std::vector<std::size_t> number;
  for (const std::string& file : one.files) number.push_back(all.number_of_file(file));
  for (json& launch : one.launches) {
    launch["version"] = version;
    for (json& event : launch["events"])
      if (!event["at"].is_null()) event["at"][0] = number[event["at"][0].get<std::size_t>()];
    for (const Hazard& hazard : hazards)
      if (hazard.kernel == launch["kernel"]) launch["hazards"].push_back(hazard_of(all, launch, hazard));
    all.launches.push_back(std::move(launch));
  }
  all.events += one.events;
  if (all.cut.empty() && !one.cut.empty()) all.cut = version + ": " + one.cut;
}

}  // namespace

KernelTrace trace_versions(const Lesson& lesson, const Device& device, const TracedVersions& what) {
  KernelTrace all;
  for (const std::size_t version : what.versions) {
    const VersionInfo& info = lesson.versions()[version];
    if (info.on_host() || !all.cut.empty()) continue;
    TraceRequest request = what.request;
    request.events -= all.events;
    const auto problem = lesson.make_case(what.size, what.seed, InputKind::exact, what.lesson_settings);
    const ObservedRun run =
        run_observed(version, info.memory, *problem, what.settings, device, {.hazards = true, .trace = std::move(request)});
    append(all, std::move(*run.seen.trace), info.name, run.seen.hazards);
  }
  return all;
}

}  // namespace lockstep
