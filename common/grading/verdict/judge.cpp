/// @file
/// @brief Runs an exercise's Catch2 program, in which no line of the submission's is, and reads its report.
#include "grading/verdict/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>

#include "grading/verdict/catch_report.hpp"
#include "grading/verdict/condemned.hpp"
#include "harness/timing/backend.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::grading {
namespace {

using namespace std::chrono_literals;

/// The longest that the tests may take: a minute more than what they run. A submission cannot get them stopped.
constexpr ProcessLimits kAllTests{.wall = kAllRuns + 60s, .kept_bytes = 64 * 1024};

std::size_t begun_cases(const std::string& report) {
  constexpr std::string_view kBegin = "<TestCase ";
  std::size_t count = 0;
  for (std::size_t at = 0; (at = report.find(kBegin, at)) != report.npos; at += kBegin.size()) ++count;
  return count;
}

/// While it lives, calls `begins` with the number of each test case that begins, counted from 0: Catch2 writes that into its report at
/// once.
std::jthread follow(std::string report, std::function<void(std::size_t)> begins) {
  return std::jthread([report = std::move(report), begins = std::move(begins)](const std::stop_token& stop) {
    std::size_t begun = 0;
    const auto look = [&] {
      for (const std::size_t now = begun_cases(read_file(report)); begun < now; ++begun) begins(begun);
    };
    for (; !stop.stop_requested(); std::this_thread::sleep_for(50ms)) look();
    look();  // the last ones may have begun since
  });
}

/// Catch2's report of a run with these variables set. @param begins  hears of each test case, by its number; or is empty
std::string report_of(const Kit& kit, const std::vector<std::string>& variables, const std::function<void(std::size_t)>& begins = {}) {
  const TemporaryFolder folder;
  const std::string file = folder / "report.xml";
  const std::jthread follower = begins ? follow(file, begins) : std::jthread();
  std::vector<std::string> words = variables;
  words.push_back("TMPDIR=" + folder.path().string());  // what the tests leave there when they are stopped goes with the folder
  words.push_back("OMP_WAIT_POLICY=passive");  // between their few loops OpenMP's threads would spin: a fifth of what judging takes
  words.push_back("LOCKSTEP_WORKERS=1");       // as in the box; in such short runs, more threads cost more than they gain
  words.insert(words.end(), {kit.tests().string(), kOnSimulator ? "~[gpu]" : "~[sim]", "-r", "xml", "-o", file});
  const Outcome outcome = run_program("/usr/bin/env", words, kAllTests);
  if (outcome.end != Outcome::End::exited)
    throw std::runtime_error(fmt::format("{} {}", kit.tests().string(), describe(outcome, kAllTests)));
  return read_file(file);
}

std::vector<std::string> names_of(const CatchReport& report) {
  std::vector<std::string> names;
  for (const CaseReport& one : report.cases) names.push_back(one.name);
  return names;
}

PartGrade part_of(const CaseReport& one) {
  const auto tags = part_tags(one.tags);
  if (!tags) throw std::runtime_error(fmt::format("the test case '{}' has no tags [partN][points:M]", one.name));
  return {.name = tags->part,
          .title = one.name,
          .of = tags->points,
          .passed = one.passed,
          .optional = tags->optional,
          .diagnostics = one.messages};
}

/// Whether its diagnostics end with kCondemned.
bool is_condemned(const PartGrade& part) { return !part.diagnostics.empty() && part.diagnostics.back() == kCondemned; }

/// A part that shows who did the work takes the points of the parts before it. (The tests themselves fail those that follow.)
void take_points_of_condemned(std::vector<PartGrade>& parts) {
  const auto condemned = std::ranges::find_if(parts, is_condemned);
  if (condemned == parts.end()) return;
  for (PartGrade& part : parts) {
    if (part.passed) part.diagnostics = condemned->diagnostics;
    part.passed = false;
  }
}

std::vector<PartGrade> in_order(const CatchReport& report) {
  std::vector<PartGrade> parts;
  for (const CaseReport& one : report.cases) parts.push_back(part_of(one));
  std::ranges::stable_sort(parts, {}, &PartGrade::name);
  take_points_of_condemned(parts);
  return parts;
}

/// The tests without anything to judge fail, and so say which there are.
CatchReport blank_report(const Kit& kit) {
  const std::string xml = report_of(kit, {"-u", "LOCKSTEP_SUBMISSION"});
  const CatchReport first = read_catch_report(xml, {});
  CatchReport whole = read_catch_report(xml, names_of(first));
  if (!whole.is_complete()) throw std::runtime_error(fmt::format("{}: {}", kit.tests().string(), whole.complaint));
  return whole;
}

}  // namespace

std::vector<PartGrade> parts_of(const Kit& kit) {
  std::vector<PartGrade> parts = in_order(blank_report(kit));
  for (PartGrade& part : parts) part.diagnostics.clear();
  return parts;
}

std::vector<PartGrade> judge(const Kit& kit, const std::filesystem::path& program, const Judging& how) {
  std::vector<std::string> variables{
      "LOCKSTEP_SUBMISSION=" + program.string(), "LOCKSTEP_VERSION=" + how.version, "LOCKSTEP_SEED=" + std::to_string(how.seed),
      "LOCKSTEP_ALL_RUNS=" + std::to_string(how.all_runs.count()), std::string("LOCKSTEP_BOX=") + (how.boxed ? "1" : "")};
  if (!how.picture.empty()) variables.push_back("LOCKSTEP_PICTURE=" + how.picture.string());
  if (!how.printed.empty()) variables.push_back("LOCKSTEP_PRINTED=" + how.printed.string());
  if (!how.counted.empty()) variables.push_back("LOCKSTEP_COUNTED=" + how.counted.string());
  const CatchReport blank = blank_report(kit);
  std::function<void(std::size_t)> begins;
  if (how.begins)
    begins = [&](std::size_t number) {
      if (number < blank.cases.size()) how.begins(part_of(blank.cases[number]), number, blank.cases.size());
    };
  const CatchReport report = read_catch_report(report_of(kit, variables, begins), names_of(blank));
  if (!report.is_complete()) throw std::runtime_error(report.complaint);
  return in_order(report);
}

}  // namespace lockstep::grading
