/// @file
/// @brief Starts lesson programs, and reads what they print and write.
#include "ladder.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "temporary_folder.hpp"

namespace lockstep::testing {

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
  std::erase_if(names, [](const std::string& name) { return name.starts_with("peer_"); });
  return names;
}

std::vector<std::string> kernels_of(const std::string& lesson, const std::string& type) {
  std::vector<std::string> names = own_versions_of(lesson, type);
  std::erase_if(names, [](const std::string& name) { return name.starts_with("v0"); });
  return names;
}

nlohmann::json run_lesson(const std::string& lesson, std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  const std::string file = folder / "run.json";
  arguments.insert(arguments.end(), {"--json", file});
  const Outcome outcome = run_program(program_of(lesson), arguments);
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.succeeded());
  return nlohmann::json::parse(std::ifstream(file));
}

nlohmann::json check_ladder(const std::string& lesson, const std::string& size, int last) {
  const nlohmann::json run = run_lesson(lesson, {"--size", size, "--reps", "1"});
  CHECK(run.at("lesson") == lesson);
  std::set<std::string> files, stages;
  for (const auto& version : run.at("versions")) {
    CAPTURE(version.at("name").get<std::string>());
    CHECK(version.at("verified") == true);
    files.insert(version.at("name").get<std::string>().substr(0, 2));
    stages.insert(version.at("stage").get<std::string>());
  }
  for (int number = 0; number <= last; ++number) CHECK(files.count("v" + std::to_string(number)) == 1);
  for (const char* const stage : {"cpu", "naive", "coalesced", "shared-memory", "reduction-optimized", "atomic-combine"})
    CHECK(stages.count(stage) == 1);
  return run;
}

void check_refused(const std::string& lesson, const std::vector<std::string>& arguments, const std::string& culprit) {
  const Outcome outcome = run_program(program_of(lesson), arguments);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.end == Outcome::End::exited);
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  CHECK(outcome.err.find(culprit) != std::string::npos);
}

}  // namespace lockstep::testing
