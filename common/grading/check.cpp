/// @file
/// @brief `./lockstep check`: judges the student's exercise of a lesson.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>

#include "grading/rank/rank_text.hpp"
#include "grading/rank/solution_run.hpp"
#include "grading/verdict/judge.hpp"
#include "grading/verdict/kit.hpp"
#include "grading/verdict/printed.hpp"
#include "grading/verdict/verdict_text.hpp"
#include "harness/cli/options.hpp"
#include "harness/timing/backend.hpp"
#include "lockstep/usage_error.hpp"
#include "support/command_line.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
#include "support/progress.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace {

using lockstep::read_file;
using namespace lockstep::grading;
using enum lockstep::ExitStatus;

int complain(const std::string& message, lockstep::ExitStatus status) {
  fmt::print(stderr, "lockstep check: {}\n", message);
  return status;
}

/// For `./lockstep list`: which parts passed.
void remember(const Kit& kit, const std::vector<PartGrade>& parts) {
  const auto passed = std::ranges::count(parts, true, &PartGrade::passed);
  const std::filesystem::path folder = kit.source_dir / "build" / "progress";
  std::filesystem::create_directories(folder);
  lockstep::write_file(folder / kit.lesson, fmt::format("{} of {} parts\n", passed, parts.size()));
}

struct Options {
  std::string seed = "1";
  bool all_hints = false, solution = false, rank = false;
};

struct Judged {
  std::vector<PartGrade> parts;
  PrintedByCase printed;
  std::optional<CountedRun> counted;
};

Judged judge_exercise(const Kit& kit, std::uint64_t seed) {
  const lockstep::TemporaryFolder folder;
  const std::string printed = folder / "printed.json", counted = folder / "counted.json";
  lockstep::StatusLine line(fmt::format("lockstep: judging lessons/{}/exercise.cu", kit.lesson));
  const auto show = [&](const PartGrade& part, std::size_t done, std::size_t all) {
    line.show(fmt::format("lockstep: judging, {} of {}: {}", done + 1, all, part.title));
  };
  const std::vector<PartGrade> parts = judge(kit, kit.program(), {.seed = seed, .printed = printed, .counted = counted, .begins = show});
  return {.parts = parts, .printed = read_printed(printed), .counted = read_counted(counted)};
}

std::string rank_of(const Kit& kit, std::uint64_t seed, const Judged& judged) {
  const auto missing = std::ranges::find_if_not(judged.parts, &PartGrade::is_enough);
  if (missing != judged.parts.end()) return fmt::format("Rank: none yet. {} is missing: {}\n", missing->name, missing->title);
  const lockstep::StatusLine line("lockstep: judging our solution, to compare with");
  return rank_text(judged.counted.value(), solution_run(kit, seed));
}

int check(const Kit& kit, const Options& options) {
  const std::uint64_t seed = lockstep::parse_seed(options.seed);
  if (options.rank && !lockstep::kOnSimulator) throw lockstep::UsageError("--rank compares what the simulator counts; add --backend sim");
  if (options.rank && options.solution) throw lockstep::UsageError("--rank and --solution cannot both be given; choose one");
  if (options.solution && !std::filesystem::exists(kit.solution()))
    throw lockstep::UsageError("--solution: this copy of the course has no solutions/ to show");
  const Judged judged = judge_exercise(kit, seed);
  remember(kit, judged.parts);
  const bool passed = std::ranges::all_of(judged.parts, &PartGrade::is_enough);
  const std::string rank = options.rank ? rank_of(kit, seed, judged) : "";
  if (!options.solution || !passed) fmt::print("{}", verdict_text(kit, judged.parts, options.all_hints, judged.printed, rank));
  if (options.solution && passed) fmt::print("{}", read_file(kit.solution()));
  if (options.solution && !passed) return complain("--solution shows ours once every part of yours passes", kFailed);
  return passed ? kSucceeded : kFailed;
}

}  // namespace

int main(int argc, char** argv) {
  Kit kit{.lesson = {}, .source_dir = LOCKSTEP_SOURCE_DIR, .build_dir = LOCKSTEP_BINARY_DIR};
  Options options;
  lockstep::CommandLine words("Judges your exercise.cu: parts, points, and what to do next.", "lockstep check");
  words.add("lesson", kit.lesson, "The lesson", lockstep::CommandLine::Need::required);
  words.add("--seed", options.seed, "Seed for the inputs [1]");
  words.add_flag("--hint", options.all_hints, "All hints for the first part that does not pass");
  words.add_flag("--solution", options.solution, "Print our solution, once yours passes");
  words.add_flag("--rank", options.rank, "What your kernels cost beside our solution's, once yours passes");
  try {
    const std::string help = words.parse(argc, argv);
    fmt::print("{}", help);
    if (!help.empty()) return kSucceeded;
    return check(kit, options);
  } catch (const lockstep::UsageError& error) {
    return complain(error.what(), kWrongUsage);
  } catch (const std::exception& error) {
    return complain(error.what(), kFailed);
  }
}
