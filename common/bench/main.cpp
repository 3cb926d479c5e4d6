/// @file
/// @brief `./lockstep bench`: measures lessons on a GPU, shows how good their best versions are, and what changed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bench/compare.hpp"
#include "bench/run_plans.hpp"
#include "bench/summary.hpp"
#include "lockstep/machine_error.hpp"
#include "lockstep/usage_error.hpp"
#include "support/command_line.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
#include "support/processes/process.hpp"
#include "support/progress.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::bench;
namespace fs = std::filesystem;

struct Options {
  fs::path root{}, build{};
  std::vector<std::string> words{};  ///< lessons, or the one record to compare with
  std::string compare{}, out{};
};

int complain(const std::string& message, ExitStatus status) {
  fmt::print(stderr, "lockstep bench: {}\n", message);
  return status;
}

bool is_record(const std::string& word) { return word.ends_with(".json"); }

std::string driver() {
  const Outcome outcome = run_shell("nvidia-smi --query-gpu=driver_version --format=csv,noheader");
  std::string version = outcome.out.substr(0, outcome.out.find('\n'));
  if (!outcome.succeeded() || version.empty()) throw MachineError("bench needs an NVIDIA GPU, and nvidia-smi finds none");
  return version;
}

std::string today() {
  const auto now = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date{now};
  return fmt::format("{:04}-{:02}-{:02}", int{date.year()}, unsigned{date.month()}, unsigned{date.day()});
}

std::vector<PlannedLesson> plans(const Options& options) {
  const std::vector<std::string> all = planned_lessons(options.root);
  std::vector<PlannedLesson> lessons;
  for (const std::string& name : options.words.empty() ? all : options.words) {
    if (std::ranges::find(all, name) == all.end())
      throw UsageError(fmt::format("there is no {}; there are plans for {}", plan_of("", name).string(), fmt::join(all, ", ")));
    lessons.push_back({.name = name,
                       .program = options.build / "lessons" / name,
                       .solution = options.build / "solutions" / name / "exercise",
                       .runs = planned_runs(options.root, name)});
  }
  return lessons;
}

std::vector<RecordedRun> runs_of_lessons(const Record& record, const std::set<std::string>& lessons) {
  std::vector<RecordedRun> runs = runs_of(record);
  std::erase_if(runs, [&](const RecordedRun& run) { return !lessons.contains(run.lesson); });
  return runs;
}

void print_comparison(const std::string& old_name, const Record& before, const Record& after, const Comparison& comparison) {
  fmt::print("Against {}{}:\n{}", old_name, before.device == after.device ? "" : fmt::format(", of {}", before.device),
             comparison_text(comparison));
}

ExitStatus compare_records(const Options& options) {
  const Record before = read_record(options.compare), after = read_record(options.words.front());
  print_comparison(options.compare, before, after, compare(runs_of(before), runs_of(after)));
  return kSucceeded;
}

struct Measured {
  Record record{};
  bool complete = true;  ///< no run failed, and no version lacks its times
};

Measured measure_with_progress(const std::vector<PlannedLesson>& lessons, const RecordPlace& place) {
  std::size_t runs = 0;
  for (const PlannedLesson& lesson : lessons) runs += lesson.runs.size();
  Progress progress(static_cast<int>(runs));
  Measured measured;
  const auto begins = [&](const std::string& what) { progress.step(what); };
  const auto failed = [&](const std::string& line) {
    measured.complete = false;
    progress.note("lockstep bench: " + line);
  };
  measured.record = run_plans(lessons, place, {.begins = begins, .failed = failed});
  return measured;
}

ExitStatus measure(const Options& options) {
  const std::vector<PlannedLesson> lessons = plans(options);
  const RecordPlace place{.file = options.out, .results = options.root / "docs" / "results", .driver = driver(), .date = today()};
  Record before;  // read before it is replaced, which it may be
  if (!options.compare.empty()) before = read_record(options.compare);
  const Measured measured = measure_with_progress(lessons, place);
  std::set<std::string> names;
  for (const PlannedLesson& lesson : lessons) names.insert(lesson.name);
  const std::vector<RecordedRun> runs = runs_of_lessons(measured.record, names);
  if (!runs.empty()) fmt::print("{}", summary_text(best_versions(runs)));
  if (!options.compare.empty()) {
    fmt::print("\n");
    print_comparison(options.compare, before, measured.record, compare(runs_of_lessons(before, names), runs));
  }
  return measured.complete ? kSucceeded : kFailed;
}

ExitStatus act(const Options& options) {
  if (is_standard_output(options.out)) throw UsageError("--out -: a record must be a file, because it grows from lesson to lesson");
  if (std::ranges::none_of(options.words, is_record)) return measure(options);
  if (options.words.size() > 1 || options.compare.empty() || !options.out.empty())
    throw UsageError("to compare two records, write --compare OLD.json NEW.json and nothing else");
  return compare_records(options);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CommandLine words("Measures lessons on a GPU by their plans (lessons/NN_name/bench.txt), and records it.", "lockstep bench");
  words.add("lessons", options.words, "Only these lessons; or a record, to compare with another");
  words.add("--compare", options.compare, "An earlier record: show what changed since");
  words.add("--out", options.out, "The record to write [docs/results/DEVICE.json]");
  words.add("--root", options.root, "The tree", CommandLine::Need::required);
  words.add("--build", options.build, "The build folder, with the lessons' programs in it", CommandLine::Need::required);
  try {
    const std::string help = words.parse(argc, argv);
    fmt::print("{}", help);
    const ExitStatus status = help.empty() ? act(options) : kSucceeded;
    flush_output();
    return status;
  } catch (const UsageError& error) {
    return complain(error.what(), kWrongUsage);
  } catch (const MachineError& error) {
    return complain(error.what(), kMachineLacks);
  } catch (const std::exception& error) {
    return complain(error.what(), kFailed);
  }
}
