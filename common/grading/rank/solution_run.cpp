/// @file
/// @brief Judges the solution, or reads what it cost before.
#include "grading/rank/solution_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "grading/verdict/judge.hpp"
#include "support/output_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::grading {
namespace {

namespace fs = std::filesystem;

/// As make decides it.
bool is_up_to_date(const fs::path& made, const Kit& kit) {
  if (!fs::exists(made)) return false;
  const auto is_older = [&](const fs::path& source) { return fs::last_write_time(source) <= fs::last_write_time(made); };
  return is_older(kit.solution_program()) && is_older(kit.tests());
}

CountedRun judge_solution(const Kit& kit, std::uint64_t seed) {
  const TemporaryFolder folder;
  const fs::path counted = folder / "counted.json";
  for (const PartGrade& part : judge(kit, kit.solution_program(), {.seed = seed, .counted = counted}))
    if (!part.is_enough())
      throw std::runtime_error(
          fmt::format("our own solution does not pass {} with seed {}; there is nothing to compare with", part.name, seed));
  return read_counted(counted).value();
}

}  // namespace

std::optional<CountedRun> solution_run(const Kit& kit, std::uint64_t seed) {
  if (!fs::exists(kit.solution()) || !fs::exists(kit.solution_program())) return std::nullopt;
  const fs::path kept = kit.build_dir / "rank" / fmt::format("{}_seed_{}.json", kit.lesson, seed);
  if (is_up_to_date(kept, kit)) return read_counted(kept);
  const CountedRun run = judge_solution(kit, seed);
  fs::create_directories(kept.parent_path());
  write_file(kept, to_json(run).dump() + "\n");
  return run;
}

}  // namespace lockstep::grading
