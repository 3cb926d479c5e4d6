#include "runner.hpp"

#include <fmt/format.h>

#include <chrono>

#include "process.hpp"
#include "temporary_folder.hpp"

namespace lockstep::bench {
namespace {

constexpr grading::Limits kLimits{.wall = std::chrono::minutes(10)};  // the longest run of any plan takes one

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// The first version that failed, in its own words.
std::string first_failure(const Json& versions) {
  for (const Json& version : versions)
    if (!version.at("verified").get<bool>()) return version.value("failure", version.at("name").get<std::string>() + " was not verified");
  return {};
}

std::string first_failure_of(const Json& run) {
  if (!run.contains("sweep")) return first_failure(run.at("versions"));
  for (const Json& point : run.at("runs"))
    if (std::string failure = first_failure(point.at("versions")); !failure.empty()) return failure;
  return {};
}

/// @throws nlohmann::json::exception where the program wrote something else than a run on a GPU
RunOutcome judged(Json data) {
  if (data.at("backend") != "cuda") return {.failure = "ran on the simulator, whose times say nothing about a GPU"};
  data.at("device").get<std::string>();
  data.at("toolkit").get<std::string>();
  if (std::string failure = first_failure_of(data); !failure.empty()) return {.failure = std::move(failure)};
  return {.data = std::move(data)};
}

}  // namespace

RunOutcome run_planned(const std::filesystem::path& program, const PlannedRun& run) {
  const grading::TemporaryFolder folder;
  const std::string file = folder / "run.json";
  // With the bench its run ends, too: the next one would be timed beside it.
  std::vector<std::string> words{"setpriv", "--pdeathsig", "KILL", program.string()};
  words.insert(words.end(), run.options.begin(), run.options.end());
  words.insert(words.end(), {"--json", file});
  try {
    const grading::Outcome outcome = grading::run_program("/usr/bin/env", words, kLimits);
    const std::string json = grading::read_file(file);
    if (!json.empty()) {
      RunOutcome judgement = judged(Json::parse(json));
      if (outcome.succeeded() || !judgement.data) return judgement;
    }
    const std::string said = first_line(outcome.err);
    return {.failure = fmt::format("{}{}{}", describe(outcome, kLimits), json.empty() ? " and wrote no results" : "",
                                   said.empty() ? "" : ": " + said)};
  } catch (const nlohmann::json::exception& error) {
    return {.failure = fmt::format("wrote no results of a lesson: {}", error.what())};
  }
}

}  // namespace lockstep::bench
