/// @file
/// @brief Starts a lesson's program with --json, and reads what it wrote.
#include "bench/runner.hpp"

#include <fmt/format.h>

#include <chrono>

#include "support/exit_status.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::bench {
namespace {

constexpr ProcessLimits kLimits{.wall = std::chrono::minutes(10)};  // the longest run of any plan takes one

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Why this GPU cannot run the version: it then has no times, but the others did not fail.
std::string lack_of(const Json& version) { return version.value("machine_lacks", false) ? version.at("failure") : ""; }

std::string failure_of(const Json& version) {
  if (version.at("verified").get<bool>() || version.contains("skipped") || !lack_of(version).empty()) return {};
  return version.value("failure", version.at("name").get<std::string>() + " was not verified");
}

std::string untimed_of(const Json& version) { return version.value("untimed", std::string{}); }

template <class Says>
std::string first_said_at(const Json& point, const Says& says) {
  for (const Json& version : point.at("versions"))
    if (std::string said = says(version); !said.empty()) return said;
  return {};
}

/// What `says` returns for the first version where that is not empty.
template <class Says>
std::string first_said(const Json& run, const Says& says) {
  if (!run.contains("sweep")) return first_said_at(run, says);
  for (const Json& point : run.at("runs"))
    if (std::string said = first_said_at(point, says); !said.empty()) return said;
  return {};
}

/// Did the program do all that this GPU can?
bool done(const Outcome& outcome, const Json& run) {
  return outcome.succeeded() || (outcome.end == Outcome::End::exited && outcome.code == kMachineLacks && !first_said(run, lack_of).empty());
}

/// @throws nlohmann::json::exception where the program wrote something other than a run on a GPU
RunOutcome judged(Json data) {
  if (data.at("backend") != "cuda") return {.failure = "ran on the simulator, whose times say nothing about a GPU"};
  data.at("device").get<std::string>();
  data.at("toolkit").get<std::string>();
  if (std::string failure = first_said(data, failure_of); !failure.empty()) return {.failure = std::move(failure)};
  std::string untimed = first_said(data, untimed_of);
  return {.data = std::move(data), .failure = std::move(untimed)};
}

}  // namespace

RunOutcome run_planned(const std::filesystem::path& program, const PlannedRun& run) {
  const TemporaryFolder folder;
  const std::string file = folder / "run.json";
  // The run ends with the bench: otherwise the next one would be timed beside it.
  std::vector<std::string> words{"setpriv", "--pdeathsig", "KILL", program.string()};
  words.insert(words.end(), run.options.begin(), run.options.end());
  words.insert(words.end(), {"--json", file});
  try {
    const Outcome outcome = run_program("/usr/bin/env", words, kLimits);
    const std::string json = read_file(file);
    if (!json.empty()) {
      RunOutcome judgement = judged(Json::parse(json));
      if (!judgement.data || done(outcome, *judgement.data)) return judgement;
    }
    const std::string said = first_line(outcome.err);
    return {.failure = fmt::format("{}{}{}", describe(outcome, kLimits), json.empty() ? " and wrote no results" : "",
                                   said.empty() ? "" : ": " + said)};
  } catch (const nlohmann::json::exception& error) {
    return {.failure = fmt::format("wrote something other than a lesson's results: {}", error.what())};
  }
}

}  // namespace lockstep::bench
