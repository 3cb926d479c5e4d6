/// @file
/// @brief Runs versions under a watch for their steps and hazards, and makes one trace of them.
#include "harness/tracing/traced_run.hpp"

#include <utility>

#include "harness/running/observed_run.hpp"
#include "harness/timing/watched.hpp"

namespace lockstep {
namespace {

using nlohmann::json;

/// Replaces a part's file number with that of the whole trace. @param at  a line, or null
void renumber(json& at, const std::vector<std::size_t>& number) {
  if (!at.is_null()) at[0] = number[at[0].get<std::size_t>()];
}

/// Adds a version's launches.
void append(KernelTrace& all, KernelTrace one, const std::string& version) {
  std::vector<std::size_t> number;
  for (const std::string& file : one.files) number.push_back(all.number_of_file(file));
  for (json& launch : one.launches) {
    launch["version"] = version;
    for (json& event : launch["events"]) renumber(event["at"], number);
    for (json& hazard : launch["hazards"])
      for (const char* const access : {"at", "before"}) renumber(hazard[access], number);
    all.launches.push_back(std::move(launch));
  }
  all.events += one.events;
  if (all.cut.empty() && !one.cut.empty()) all.cut = version + ": " + one.cut;
}

KernelTrace trace_version(std::size_t version, const Lesson& lesson, const Device& device, const TracedVersions& what,
                          TraceRequest request) {
  const auto problem = lesson.make_case(what.size, what.seed, InputKind::exact, what.lesson_settings);
  const ObservedRun run = run_observed(version, lesson.versions()[version].memory, *problem, what.settings, device,
                                       {.hazards = true, .trace = std::move(request)});
  return std::move(*run.seen.trace);
}

}  // namespace

KernelTrace trace_versions(const Lesson& lesson, const Device& device, const TracedVersions& what) {
  KernelTrace all;
  for (const std::size_t version : what.versions) {
    if (!is_watched(lesson.versions()[version]) || !all.cut.empty()) continue;
    TraceRequest request = what.request;
    request.events -= all.events;
    append(all, trace_version(version, lesson, device, what, std::move(request)), lesson.versions()[version].name);
  }
  return all;
}

}  // namespace lockstep
