/// @file
/// @brief Tries an exercise's tests themselves: the unsolved exercise fails every part, the solution passes, and each wrong answer fails
/// first at the part that its own file names. Prints the table of kills, and writes it to a file.
///
/// usage: exercise_kills LESSON TABLE
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "grading/intake/wrong_answers.hpp"
#include "grading/verdict/judge.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
#include "support/processes/process.hpp"

namespace {

using lockstep::Outcome;
using lockstep::run_program;
using namespace lockstep::grading;
using enum lockstep::ExitStatus;
namespace fs = std::filesystem;

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
  explicit Kills(const std::string& lesson) : table_(fmt::format("{}\n", lesson)) {}

  /// @param meant  the first part that must fail, or "none"; all of them where it `fails_all`
  void add(const std::string& what, const std::vector<PartGrade>& parts, const std::string& meant, bool fails_all = false) {
    const std::string failed = first_failed(parts);
    const bool right = failed == meant && (!fails_all || signs(parts).find('+') == std::string::npos);
    wrong_ = wrong_ || !right;
    table_ += fmt::format("  {:<28} {:<10} {}{}\n", what, signs(parts), failed == "none" ? "passes" : "rejected by " + failed,
                          right ? "" : fmt::format(", but it should be {}", fails_all ? "by every part" : meant));
  }

  void note(const std::string& line) { table_ += line; }
  const std::string& table() const { return table_; }
  bool wrong() const { return wrong_; }

 private:
  std::string table_;
  bool wrong_ = false;
};

/// A student's own exercise.cu may be solved, half solved or worse: only the one of the course has to fail.
bool is_a_students(const Kit& kit) {
  const Outcome outcome =
      run_program("/usr/bin/env", {"git", "-C", kit.source_dir.string(), "status", "--porcelain", "--", kit.exercise().string()});
  return outcome.succeeded() && !outcome.out.empty();
}

int try_tests(const Kit& kit, const fs::path& table) {
  Kills kills(kit.lesson);
  if (is_a_students(kit))
    kills.note("  exercise.cu is being worked on: not judged here\n");
  else
    kills.add("unsolved", judge(kit, kit.program(), {}), "part1", true);
  kills.add("solution", judge(kit, kit.solution_program(), {}), "none");
  const fs::path wrong = kit.solution_program().parent_path() / "wrong_answers";  // all of them: a version each
  for (const WrongAnswer& answer : wrong_answers(kit.solution().parent_path() / "wrong"))
    kills.add(answer.source.stem(), judge(kit, wrong, {.version = answer.source.stem()}), answer.rejected_by);
  fmt::print("{}", kills.table());
  fs::create_directories(table.parent_path());
  lockstep::write_file(table, kills.table());
  return kills.wrong() ? kFailed : kSucceeded;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::invalid_argument("usage: exercise_kills LESSON TABLE");
    return try_tests({.lesson = argv[1], .source_dir = LOCKSTEP_SOURCE_DIR, .build_dir = LOCKSTEP_BINARY_DIR}, argv[2]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "exercise_kills: {}\n", error.what());
    return kWrongUsage;
  }
}
