/// @file
/// @brief Starts lesson programs, and reads what they print and write.
#include "ladder.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include "support/exit_status.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {
namespace {

/// Takes out those that the machine cannot run. @return was there one?
bool take_out_lacking(nlohmann::json& versions) {
  nlohmann::json run_here = nlohmann::json::array();
  for (const auto& version : versions)
    if (!skips(version)) run_here.push_back(version);
  versions.swap(run_here);
  return versions.size() < run_here.size();
}

/// The same for a run of one point or, with a sweep, of several.
bool take_out_lacking_of_run(nlohmann::json& run) {
  if (!run.contains("runs")) return take_out_lacking(run.at("versions"));
  bool lacks = false;
  for (auto& point : run.at("runs")) lacks = take_out_lacking(point.at("versions")) || lacks;
  return lacks;
}

bool is_peer(const std::string& name) { return name.starts_with("peer_"); }

/// Versions of the ladder have numbers, v9.
bool is_aside(const std::string& name) { return !is_peer(name) && (name.size() < 2 || name[0] != 'v' || name[1] < '0' || name[1] > '9'); }

}  // namespace

std::filesystem::path program_of(const std::string& lesson) { return std::filesystem::path(LOCKSTEP_LESSON_DIR) / lesson; }

std::vector<std::string> versions_of(const std::string& lesson, const std::string& type) {
  std::vector<std::string> arguments{"--list"};
  if (!type.empty()) arguments.insert(arguments.end(), {"--type", type});
  const Outcome outcome = run_program(program_of(lesson), arguments);
  REQUIRE(outcome.succeeded());
  std::istringstream lines(outcome.out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) names.push_back(line.substr(0, line.find(' ')));
  return names;
}

std::vector<std::string> own_versions_of(const std::string& lesson, const std::string& type) {
  std::vector<std::string> names = versions_of(lesson, type);
  std::erase_if(names, [](const std::string& name) { return is_peer(name) || is_aside(name); });
  return names;
}

std::vector<std::string> asides_of(const std::string& lesson, const std::string& type) {
  std::vector<std::string> names = versions_of(lesson, type);
  std::erase_if(names, [](const std::string& name) { return !is_aside(name); });
  return names;
}

std::vector<std::string> kernels_of(const std::string& lesson, const std::string& type) {
  std::vector<std::string> names = own_versions_of(lesson, type);
  std::erase_if(names, [](const std::string& name) { return name.starts_with("v0"); });
  return names;
}

LessonRun start_lesson(const std::string& lesson, std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  const std::string file = folder / "run.json";
  arguments.insert(arguments.end(), {"--json", file});
  Outcome outcome = run_program(program_of(lesson), arguments);
  auto json = nlohmann::json::parse(std::ifstream(file), nullptr, false);
  return {std::move(outcome), json.is_object() ? std::move(json) : nlohmann::json()};
}

nlohmann::json run_lesson(const std::string& lesson, std::vector<std::string> arguments) {
  auto [outcome, run] = start_lesson(lesson, std::move(arguments));
  INFO(describe(outcome, ProcessLimits{}) << "; " << outcome.out << outcome.err);
  REQUIRE(run.is_object());
  const bool lacks = take_out_lacking_of_run(run);
  REQUIRE(outcome.end == Outcome::End::exited);
  REQUIRE(outcome.code == (lacks ? kMachineLacks : kSucceeded));
  return run;
}

bool check_versions(const nlohmann::json& versions, int last) {
  std::set<std::string> files, stages;
  bool lacks = false;
  for (const auto& version : versions) {
    CAPTURE(version.at("name").get<std::string>());
    const bool skipped = skips(version);
    if (!skipped) CHECK(version.at("verified") == true);
    lacks = lacks || skipped;
    const std::string name = version.at("name");
    files.insert(name.substr(0, name.find('_')));
    stages.insert(version.at("stage").get<std::string>());
  }
  for (int number = 0; number <= last; ++number) CHECK(files.count("v" + std::to_string(number)) == 1);
  for (const char* const stage : {"cpu", "naive", "coalesced", "shared-memory", "reduction-optimized", "atomic-combine"})
    CHECK(stages.count(stage) == 1);
  return lacks;
}

nlohmann::json check_ladder(const std::string& lesson, const std::string& size, int last) {
  const auto [outcome, run] = start_lesson(lesson, {"--size", size, "--reps", "1"});
  INFO(describe(outcome, ProcessLimits{}) << "; " << outcome.out << outcome.err);
  REQUIRE(run.is_object());
  CHECK(run.at("lesson") == lesson);
  const bool lacks = check_versions(run.at("versions"), last);
  CHECK(outcome.end == Outcome::End::exited);
  CHECK(outcome.code == (lacks ? kMachineLacks : kSucceeded));
  return run;
}

bool runs_here(const std::string& lesson, const std::vector<std::string>& arguments) {
  nlohmann::json run = start_lesson(lesson, arguments).json;
  return !run.is_object() || !take_out_lacking_of_run(run);
}

void check_refused(const std::string& lesson, const std::vector<std::string>& arguments, const std::string& culprit) {
  const Outcome outcome = run_program(program_of(lesson), arguments);
  if (outcome.code == kMachineLacks && !runs_here(lesson, arguments)) return;
  INFO(outcome.out << outcome.err);
  CHECK(outcome.end == Outcome::End::exited);
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  CHECK(outcome.err.find(culprit) != std::string::npos);
}

}  // namespace lockstep::testing
