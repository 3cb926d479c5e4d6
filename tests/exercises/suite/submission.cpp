/// @file
/// @brief Finds and starts the program that is judged.
#include "submission.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "catch.hpp"
#include "grading/verdict/condemned.hpp"
#include "support/output_file.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// The first version that is not a peer.
std::string version_of(const grading::Place& place, const std::filesystem::path& program) {
  const lockstep::Ended listed = place.run(program, {"--list"}, {});
  std::istringstream lines(listed.out);
  for (std::string line; listed.well && std::getline(lines, line);)
    if (!line.empty() && line.find("peer") == line.npos) return line.substr(0, line.find(' '));
  return {};
}

bool is_in(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& word) {
  return std::ranges::find(paths, word) != paths.end();
}

/// All that a run is told: its arguments, except the names of its files, and what is in those that it reads.
std::string told(const std::vector<std::string>& arguments, const lockstep::Files& files) {
  std::string all;
  for (const std::string& word : arguments)
    if (!is_in(files.read, word) && !is_in(files.written, word)) all += word + '\0';
  for (const auto& file : files.read) all += lockstep::read_file(file);
  return all;
}

/// The options that a student would repeat the run with: without the version's name and the tests' files.
std::vector<std::string> options_of(const std::vector<std::string>& arguments, const lockstep::Files& files) {
  std::vector<std::string> options;
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2)
    if (arguments[i] != "--kernel" && !is_in(files.read, arguments[i + 1]) && !is_in(files.written, arguments[i + 1]))
      options.insert(options.end(), {arguments[i], arguments[i + 1]});
  return options;
}

constexpr std::uintmax_t kMostCounters = 8 << 20;  // bytes

/// Small enough to be read or kept: the program could have written anything.
bool are_small(const std::vector<std::filesystem::path>& files) {
  return std::ranges::all_of(
      files, [](const auto& file) { return std::filesystem::is_regular_file(file) && std::filesystem::file_size(file) <= kMostCounters; });
}

/// Brackets in brackets take a hundred times their bytes. (A filter that nlohmann::json calls while it parses takes time that grows with
/// the square of the elements.)
bool is_shallow(std::string_view text) {
  constexpr int kDeepest = 16;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text && c == '\\') ++i;
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > kDeepest) return false;
  }
  return true;
}

/// What is in a file that the program wrote: it could have written anything. Not an object where it is no table of counters.
nlohmann::json json_in(const std::filesystem::path& file) {
  if (!are_small({file})) return nullptr;
  const std::string text = lockstep::read_file(file);
  return is_shallow(text) ? nlohmann::json::parse(text, nullptr, false) : nlohmann::json();
}

}  // namespace

Submission::Submission()
    : program_(environment("LOCKSTEP_SUBMISSION")),
      picture_(environment("LOCKSTEP_PICTURE")),
      printed_file_(environment("LOCKSTEP_PRINTED")),
      place_(!environment("LOCKSTEP_BOX").empty()),
      version_(environment("LOCKSTEP_VERSION")) {
  if (version_.empty() && !program_.empty()) version_ = version_of(place_, program_);
  if (const std::string seed = environment("LOCKSTEP_SEED"); !seed.empty()) seed_ = std::stoull(seed);
  if (const std::string most = environment("LOCKSTEP_ALL_RUNS"); !most.empty()) left_ = std::chrono::seconds(std::stoll(most));
}

const Submission& Submission::get() {
  static const Submission submission;
  if (submission.program_.empty()) FAIL("LOCKSTEP_SUBMISSION names no program to judge");
  if (submission.version_.empty())
    FAIL(
        "The program does not start as an exercise does: the file's last line must register run(), and nothing else may run "
        "before main.");
  if (!submission.condemned_.empty()) FAIL(submission.condemned_);
  return submission;
}

void Submission::condemn(const std::string& why) const {
  condemned_ = fmt::format("{}\n{}", why, grading::kCondemned);
  FAIL(condemned_);
  std::abort();  // FAIL throws
}

void Submission::keep_printed(const std::vector<std::string>& arguments, const lockstep::Files& files, const std::string& text) const {
  if (printed_file_.empty()) return;
  printed_[Catch::getResultCapture().getCurrentTestName()] = {.run = fmt::format("{}", fmt::join(options_of(arguments, files), " ")),
                                                              .text = text};
  grading::write_printed(printed_, printed_file_);
}

lockstep::Ended Submission::start(const std::vector<std::string>& arguments, const lockstep::Files& files,
                                  const grading::Allowance& allowance, grading::Variables variables) const {
  if (left_ <= left_.zero()) return {.stopped = true, .how = "was not run again, since its runs together took longer than allowed"};
  variables.emplace_back("LOCKSTEP_TAKE_TURNS", "1");  // else the first block takes all of a queue, as if few warps were at work
  const auto begin = std::chrono::steady_clock::now();
  lockstep::Ended ended = place_.run(program_, arguments, files, allowance, variables);
  left_ -= std::chrono::steady_clock::now() - begin;
  return ended;
}

lockstep::Ended Submission::run(const std::vector<std::string>& arguments, const lockstep::Files& files) const {
  static bool never_ends = false;
  if (never_ends) return {.stopped = true, .how = "was not run again, since an earlier run did not end"};
  const auto left_before = left_;
  lockstep::Ended ended = start(arguments, files);
  if (left_before <= left_before.zero()) return ended;  // it did not begin
  keep_printed(arguments, files, ended.out);
  const bool took_long = left_before - left_ > std::chrono::seconds(2);
  // The simulator itself gives up a kernel whose threads only wait, after some seconds.
  never_ends = ended.stopped || (took_long && ended.err.find("cudaErrorLaunchTimeout") != std::string::npos);
  return ended;
}

void Submission::remember(const std::string& run, const nlohmann::json& seen) const {
  Remembered& now = remembered_[run] = {.seen = seen, .printed = {}};
  if (const auto printed = printed_.find(Catch::getResultCapture().getCurrentTestName()); printed != printed_.end())
    now.printed.insert(*printed);
}

const nlohmann::json* Submission::remembered(const std::string& run) const {
  const auto before = remembered_.find(run);
  if (before == remembered_.end()) return nullptr;
  for (const auto& [name, printed] : before->second.printed) {
    printed_[Catch::getResultCapture().getCurrentTestName()] = printed;
    grading::write_printed(printed_, printed_file_);
  }
  return &before->second.seen;
}

bool Submission::is_drawn() const { return picture_.empty() || !lockstep::read_file(picture_).empty(); }

lockstep::Ended Submission::run_drawing(std::vector<std::string> arguments, lockstep::Files files) const {
  if (is_drawn()) return run(arguments, files);
  files.written.emplace_back(picture_);
  arguments.insert(arguments.end(), {"--picture", picture_.string()});
  return run(arguments, files);
}

lockstep::Ended Submission::run_once(const std::vector<std::string>& arguments, const lockstep::Files& files, bool drawn) const {
  const std::string key = told(arguments, files);
  if (const auto before = done_.find(key); before != done_.end() && !drawn) {
    for (std::size_t i = 0; i < files.written.size(); ++i) lockstep::write_file(files.written[i], before->second.written[i]);
    keep_printed(arguments, files, before->second.ended.out);
    return before->second.ended;
  }
  Done done{.ended = drawn ? run_drawing(arguments, files) : run(arguments, files), .written = {}};
  if (!done.ended.well || !are_small(files.written)) return done.ended;
  for (const auto& file : files.written) done.written.push_back(lockstep::read_file(file));
  return (done_[key] = std::move(done)).ended;
}

lockstep::Runner Submission::runner() const {
  return [this](const std::filesystem::path&, const std::vector<std::string>& arguments, const lockstep::Files& files) {
    return run(arguments, files);
  };
}

lockstep::Runner Submission::runner_with(const grading::Variables& variables) const {
  return [this, variables](const std::filesystem::path&, const std::vector<std::string>& arguments, const lockstep::Files& files) {
    return start(arguments, files, {.cpu = std::chrono::seconds(4), .wall = std::chrono::seconds(12)}, variables);
  };
}

std::string Submission::observe(nlohmann::json& seen,
                                const std::function<std::string(const lockstep::Runner& run, const std::string& file)>& ask,
                                bool drawn) const {
  const lockstep::TemporaryFolder folder;
  const std::string file = folder / "seen.json";
  const auto run_with_file = [&](const std::filesystem::path&, const std::vector<std::string>& arguments, lockstep::Files files) {
    files.written.emplace_back(file);
    return run_once(arguments, files, drawn);
  };
  std::string answer = ask(run_with_file, file);
  const nlohmann::json json = json_in(file);
  const bool whole = json.is_object() && json.contains("versions") && json["versions"].is_array() && json["versions"].size() == 1;
  seen = whole ? json["versions"][0] : nlohmann::json();
  return answer;
}

}  // namespace lockstep::testing
