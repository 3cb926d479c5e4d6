/// @file
/// @brief Reads a bench.txt.
#include "bench/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string_view>

#include "harness/files/text_lines.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep::bench {
namespace {

namespace fs = std::filesystem;

PlannedRun run_of(std::string_view line) {
  const std::size_t colon = line.find(':');
  PlannedRun run{.name = std::string(line.substr(0, colon))};
  static const std::regex kName("[a-z][a-z0-9_]*");
  if (colon == line.npos || !std::regex_match(run.name, kName))
    throw UsageError(fmt::format("'{}' is not a run; write 'name: options', for example 'size_2p20: --size 2^20'", line));
  for (Words words(line.substr(colon + 1)); !words.at_end();) run.options.emplace_back(words.next());
  if (!run.options.empty() && !run.options.front().starts_with("--"))
    throw UsageError(fmt::format("{}: '{}' is not an option; options begin with --", run.name, run.options.front()));
  if (!run.options.empty() && run.options.front() == "--solution") {
    run.of_solution = true;
    run.options.erase(run.options.begin());
  }
  const auto writes_json = [](const std::string& word) { return word == "--json" || word.starts_with("--json="); };
  if (std::ranges::any_of(run.options, writes_json)) throw UsageError(fmt::format("{}: --json is added to every run; omit it", run.name));
  return run;
}

}  // namespace

fs::path plan_of(const fs::path& root, const std::string& lesson) { return root / "lessons" / lesson / "bench.txt"; }

std::vector<PlannedRun> read_plan(const fs::path& file) {
  const std::string text = read_text(file.string());
  std::vector<PlannedRun> runs;
  for (Lines lines(text, '#'); lines.next();) try {
      PlannedRun run = run_of(lines.line());
      if (std::ranges::find(runs, run.name, &PlannedRun::name) != runs.end())
        throw UsageError(fmt::format("two runs are named {}", run.name));
      runs.push_back(std::move(run));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: {}", file.string(), lines.number(), error.what()));
    }
  return runs;
}

std::vector<PlannedRun> planned_runs(const fs::path& root, const std::string& lesson) {
  std::vector<PlannedRun> runs = read_plan(plan_of(root, lesson));
  if (!fs::exists(root / "solutions" / lesson)) std::erase_if(runs, [](const PlannedRun& run) { return run.of_solution; });
  return runs;
}

std::vector<std::string> planned_lessons(const fs::path& root) {
  std::vector<std::string> lessons;
  for (const auto& entry : fs::directory_iterator(root / "lessons"))
    if (fs::exists(entry.path() / "bench.txt")) lessons.push_back(entry.path().filename());
  std::ranges::sort(lessons);
  return lessons;
}

}  // namespace lockstep::bench
