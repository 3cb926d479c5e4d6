/// @file
/// @brief Runs versions under a watch for their steps and hazards, and makes one trace of them.
#include "harness/tracing/traced_run.hpp"

#include <algorithm>
#include <array>
#include <bit>
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

/// What a lane touches at an event.
Touched touched_by(const json& event, std::size_t number, unsigned lane) {
  const auto place = static_cast<std::size_t>(std::popcount(event["lanes"].get<std::uint32_t>() & ((1u << lane) - 1)));
  const json& array = event["array"];
  return {number, array.is_array() ? array[place] : array, event["index"][place]};
}

/// The accesses on a line, in order. @param who  by this thread; null: by any
std::vector<Touched> accesses_on(const json& launch, const json& at, const ThreadPlace* who) {
  std::vector<Touched> found;
  for (std::size_t i = 0; i < launch["events"].size(); ++i) {
    const json& event = launch["events"][i];
    if (!event.contains("index") || event["at"] != at) continue;
    if (who != nullptr && (event["block"] != number_in_grid(launch["grid"], who->block) || event["warp"] != who->rank / 32)) continue;
    const auto lanes = event["lanes"].get<std::uint32_t>();
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((lanes >> lane & 1) != 0 && (who == nullptr || lane == who->rank % 32)) found.push_back(touched_by(event, i, lane));
  }
  return found;
}

using Pair = std::pair<json, json>;

/// Of two lines the first accesses that touch the same.
Pair first_pair(const std::vector<Touched>& last, const std::vector<Touched>& first) {
  for (const Touched& one : last)
    for (const Touched& other : first)
      if (one.array == other.array && one.index == other.index && one.event != other.event) return {one.event, other.event};
  return {};
}

/// The two accesses that collide. In another order of the threads it may be another block of which the report tells: then those of any
/// threads.
Pair events_of(const json& launch, const Hazard& hazard, const json& at, const json& before) {
  if (hazard.who.size() < 2) {
    const auto alone = hazard.who.empty() ? std::vector<Touched>() : accesses_on(launch, at, hazard.who.data());
    return {alone.empty() ? json() : json(alone.front().event), json()};
  }
  const Pair own = first_pair(accesses_on(launch, at, &hazard.who[0]), accesses_on(launch, before, &hazard.who[1]));
  return own.first.is_null() ? first_pair(accesses_on(launch, at, nullptr), accesses_on(launch, before, nullptr)) : own;
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
      if (launch["kernel"] == hazard.kernel) launch["hazards"].push_back(hazard_of(all, launch, hazard));
    all.launches.push_back(std::move(launch));
  }
  all.events += one.events;
  if (all.cut.empty() && !one.cut.empty()) all.cut = version + ": " + one.cut;
}

/// Of a race that changes answers: both threads are known.
const Hazard* find_race(const std::vector<Hazard>& hazards) {
  const auto found = std::ranges::find_if(
      hazards, [](const Hazard& hazard) { return hazard.kind == "race" && hazard.severity == Severity::error && hazard.who.size() == 2; });
  return found == hazards.end() ? nullptr : &*found;
}

void add(std::vector<std::size_t>& numbers, std::size_t number) {
  if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
}

class Recorder {
 public:
  Recorder(const Lesson& lesson, const Device& device, const TracedVersions& what) : lesson_(lesson), device_(device), what_(what) {}

  void record(std::size_t version);
  KernelTrace take() { return std::move(all_); }
  bool is_full() const { return !all_.cut.empty(); }

 private:
  Observation run(std::size_t version, TraceRequest request) const;

  const Lesson& lesson_;
  const Device& device_;
  const TracedVersions& what_;
  KernelTrace all_;
};

Observation Recorder::run(std::size_t version, TraceRequest request) const {
  request.events -= all_.events;
  const auto problem = lesson_.make_case(what_.size, what_.seed, InputKind::exact, what_.lesson_settings);
  return run_observed(version, lesson_.versions()[version].memory, *problem, what_.settings, device_,
                      {.hazards = true, .trace = std::move(request)})
      .seen;
}

/// The blocks and warps that were asked for, and those of a race's threads.
TraceRequest with_threads_of(const Hazard& race, const KernelTrace& trace, TraceRequest request) {
  const auto launch = std::ranges::find_if(trace.launches, [&](const json& one) { return one["kernel"] == race.kernel; });
  if (launch == trace.launches.end()) return request;
  for (const ThreadPlace& who : race.who) {
    add(request.blocks, number_in_grid((*launch)["grid"], who.block));
    if (!request.warps.empty()) add(request.warps, who.rank / 32);
  }
  return request;
}

/// Of a version with a race both orders are recorded: as the threads are numbered, and from the last to the first.
void Recorder::record(std::size_t version) {
  const std::string name = lesson_.versions()[version].name;
  Observation seen = run(version, what_.request);
  const Hazard* const race = find_race(seen.hazards);
  if (race == nullptr) return append(all_, std::move(*seen.trace), name, seen.hazards);
  TraceRequest request = with_threads_of(*race, *seen.trace, what_.request);
  seen = run(version, request);
  append(all_, std::move(*seen.trace), name, seen.hazards);
  if (is_full()) return;
  request.reversed = true;
  seen = run(version, request);
  append(all_, std::move(*seen.trace), name, seen.hazards);
}

}  // namespace

KernelTrace trace_versions(const Lesson& lesson, const Device& device, const TracedVersions& what) {
  Recorder recorder(lesson, device, what);
  for (const std::size_t version : what.versions)
    if (!lesson.versions()[version].on_host() && !recorder.is_full()) recorder.record(version);
  return recorder.take();
}

}  // namespace lockstep
