/// @file
/// @brief Finds and starts the program that is judged.
#include "submission.hpp"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// The first version that is no peer.
std::string version_of(const lockstep::Runner& start, const std::filesystem::path& program) {
  const lockstep::Ended listed = start(program, {"--list"}, {});
  std::istringstream lines(listed.out);
  for (std::string line; listed.well && std::getline(lines, line);)
    if (!line.empty() && line.find("peer") == line.npos) return line.substr(0, line.find(' '));
  return {};
}

}  // namespace

Submission::Submission()
    : program_(environment("LOCKSTEP_SUBMISSION")),
      picture_(environment("LOCKSTEP_PICTURE")),
      start_([place = grading::Place(!environment("LOCKSTEP_BOX").empty())](auto& program, auto& arguments, auto& files) {
        return place.run(program, arguments, files);
      }),
      version_(environment("LOCKSTEP_VERSION")) {
  if (version_.empty() && !program_.empty()) version_ = version_of(start_, program_);
  if (const std::string seed = environment("LOCKSTEP_SEED"); !seed.empty()) seed_ = std::stoull(seed);
  if (const std::string most = environment("LOCKSTEP_ALL_RUNS"); !most.empty()) left_ = std::chrono::seconds(std::stoll(most));
}

const Submission& Submission::get() {
  static const Submission submission;
  if (submission.program_.empty()) FAIL("LOCKSTEP_SUBMISSION names no program to judge");
  if (submission.version_.empty())
    FAIL(
        "The program does not start as an exercise does: run() has to be registered by the file's last line, and nothing else to be done "
        "before main.");
  if (!submission.condemned_.empty()) FAIL(submission.condemned_);
  return submission;
}

void Submission::condemn(const std::string& why) const {
  condemned_ = why;
  FAIL(why);
  std::abort();  // FAIL throws
}

lockstep::Ended Submission::run(const std::vector<std::string>& arguments, const lockstep::Files& files) const {
  static bool never_ends = false;
  if (never_ends) return {.stopped = true, .how = "was not asked again, since it did not end when it was asked before"};
  if (left_ <= left_.zero()) return {.stopped = true, .how = "was not asked again, since its runs together took longer than they may"};
  const auto begin = std::chrono::steady_clock::now();
  lockstep::Ended ended = start_(program_, arguments, files);
  const auto took = std::chrono::steady_clock::now() - begin;
  left_ -= took;
  const bool took_long = took > std::chrono::seconds(2);
  // The simulator itself gives up a kernel whose threads only wait, after some seconds.
  never_ends = ended.stopped || (took_long && ended.err.find("cudaErrorLaunchTimeout") != std::string::npos);
  return ended;
}

lockstep::Runner Submission::runner() const {
  return [this](const std::filesystem::path&, const std::vector<std::string>& arguments, const lockstep::Files& files) {
    return run(arguments, files);
  };
}

std::string Submission::observe(nlohmann::json& seen,
                                const std::function<std::string(const lockstep::Runner& run, const std::string& file)>& ask) const {
  const lockstep::TemporaryFolder folder;
  const std::string file = folder / "seen.json";
  const bool draws = !picture_.empty() && lockstep::read_file(picture_).empty();
  const auto run_with_file = [&](const std::filesystem::path&, std::vector<std::string> arguments, lockstep::Files files) {
    files.written.emplace_back(file);
    if (draws) {
      files.written.emplace_back(picture_);
      arguments.insert(arguments.end(), {"--picture", picture_.string()});
    }
    return run(arguments, files);
  };
  std::string answer = ask(run_with_file, file);
  // The program could have written anything: brackets in brackets take a hundred times their bytes.
  const auto not_too_deep = [](int depth, auto, auto&) { return depth < 16; };
  const auto json = nlohmann::json::parse(std::ifstream(file), not_too_deep, false);
  const bool whole = json.is_object() && json.contains("versions") && json["versions"].is_array() && json["versions"].size() == 1;
  seen = whole ? json["versions"][0] : nlohmann::json();
  return answer;
}

}  // namespace lockstep::testing
