/// @file
/// @brief Tries an exercise's tests themselves: the unsolved exercise fails every part, the solution passes, and each wrong answer fails
/// first at the part that its own file names. Prints the table of kills, and writes it to a file.
///
/// usage: exercise_kills LESSON TABLE
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "judge.hpp"
#include "output_file.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace lockstep::grading;
namespace fs = std::filesystem;

/// "part2" of the line `/// Rejected by: part2`; empty where there is no such line.
std::string meant_part(const fs::path& source) {
  constexpr std::string_view kBegin = "/// Rejected by: ";
  std::ifstream file(source);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(kBegin)) return line.substr(kBegin.size());
  return {};
}

/// The first part that does not pass; "none" where all do.
std::string first_failed(const std::vector<PartGrade>& parts) {
  const auto failed = std::ranges::find(parts, false, &PartGrade::passed);
  return failed == parts.end() ? "none" : failed->name;
}

/// "--++": a sign for each part.
std::string signs(const std::vector<PartGrade>& parts) {
  std::string text;
  for (const PartGrade& part : parts) text += part.passed ? '+' : '-';
  return text;
}

class Kills {
 public:
  explicit Kills(const Kit& kit) : kit_(kit), table_(fmt::format("{}\n", kit.lesson)) {}

  /// @param meant  the first part that must fail, or "none"; all of them where it `fails_all`
  void judge_one(const std::string& what, const fs::path& program, const std::string& meant, bool fails_all = false) {
    add(what, judge(kit_, program, {}), meant, fails_all);
  }
  /// @param version  of the program that has all wrong answers
  void judge_wrong(const std::string& version, const fs::path& program, const std::string& meant) {
    add(version, judge(kit_, program, {.version = version}), meant, false);
  }

  void note(const std::string& line) { table_ += line; }
  const std::string& table() const { return table_; }
  bool wrong() const { return wrong_; }

 private:
  void add(const std::string& what, const std::vector<PartGrade>& parts, const std::string& meant, bool fails_all) {
    const std::string failed = first_failed(parts);
    const bool right = failed == meant && (!fails_all || signs(parts).find('+') == std::string::npos);
    wrong_ = wrong_ || !right;
    table_ += fmt::format("  {:<28} {:<10} {}{}\n", what, signs(parts), failed == "none" ? "passes" : "rejected by " + failed,
                          right ? "" : fmt::format(", but it should be {}", fails_all ? "by every part" : meant));
  }

  const Kit& kit_;
  std::string table_;
  bool wrong_ = false;
};

/// A student's own exercise.cu may be solved, half solved or worse: only the one of the course has to fail.
bool is_a_students(const Kit& kit) {
  const Outcome outcome =
      run_program("/usr/bin/env", {"git", "-C", kit.source_dir.string(), "status", "--porcelain", "--", kit.exercise().string()});
  return outcome.succeeded() && !outcome.out.empty();
}

std::vector<fs::path> wrong_answers(const Kit& kit) {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::directory_iterator(kit.solution().parent_path() / "wrong"))
    if (entry.path().extension() == ".cu") sources.push_back(entry.path());
  std::ranges::sort(sources);
  return sources;
}

int try_tests(const Kit& kit, const fs::path& table) {
  Kills kills(kit);
  if (is_a_students(kit))
    kills.note("  exercise.cu is being worked on: not judged here\n");
  else
    kills.judge_one("unsolved", kit.program(), "part1", true);
  kills.judge_one("solution", kit.solution_program(), "none");
  for (const fs::path& source : wrong_answers(kit))
    kills.judge_wrong(source.stem().string(), kit.solution_program().parent_path() / "wrong_answers", meant_part(source));
  fmt::print("{}", kills.table());
  fs::create_directories(table.parent_path());
  lockstep::write_file(table, kills.table());
  return kills.wrong() ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::invalid_argument("usage: exercise_kills LESSON TABLE");
    return try_tests({.lesson = argv[1], .source_dir = LOCKSTEP_SOURCE_DIR, .build_dir = LOCKSTEP_BINARY_DIR}, argv[2]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "exercise_kills: {}\n", error.what());
    return 2;
  }
}
