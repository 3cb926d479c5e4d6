/// @file
/// @brief Puts a verdict into words.
#include "grading/verdict/verdict_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "grading/verdict/hints.hpp"
#include "grading/verdict/next_step.hpp"
#include "harness/timing/backend.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

/// Indents by two columns, except a report of the simulator, which is already wrapped for 80 columns. Lines that are too wide are wrapped;
/// what fits, such as a source line or a table, stays as it is.
std::string indented(const std::vector<std::string>& lines) {
  std::string text;
  bool reports = false;
  for (const std::string& line : lines) {
    reports = reports || line.starts_with("lockstep: ");
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size()), indent = blanks + (reports ? 0 : 2);
    text += without_end_blanks(std::string(indent, ' ') + wrapped(line.substr(blanks), kScreenWidth - indent, indent)) + "\n";
  }
  return text;
}

std::string padded_title(const PartGrade& part) {
  constexpr std::size_t kWidest = 50;
  return fmt::format("{:{}}", cut_to(part.title, kWidest), kWidest);
}

std::string table_of(const std::vector<PartGrade>& parts) {
  std::string text;
  for (const PartGrade& part : parts)
    text += fmt::format("  {} {}  {} {:>4} of {}{}\n", part.passed ? "+" : "-", part.name, padded_title(part), part.points(), part.of,
                        part.optional ? ", extra" : "");
  return text;
}

std::string hints_text(const Kit& kit, const std::vector<std::string>& hints, bool all) {
  const std::size_t count = all ? hints.size() : std::min<std::size_t>(1, hints.size());
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "\n" + indented({fmt::format("Hint {}: {}", i + 1, hints[i])});
  if (count < hints.size())
    text += fmt::format("\n  ({} more: ./lockstep check {} --hint)\n", hints.size() - count, kit.lesson.substr(0, 2));
  return text;
}

std::string printed_text(const Printed& printed) {
  const std::string text = to_string(printed);
  return text.empty() ? "" : "\n" + text;
}

double sum(const std::vector<PartGrade>& parts, double (PartGrade::*points)() const) {
  double total = 0;
  for (const PartGrade& part : parts) total += (part.*points)();
  return total;
}

/// Whether a part asks for speed, relative to a library's.
bool has_peer(const Kit& kit) { return std::filesystem::exists(kit.exercise().parent_path() / "exercise_peer.cu"); }

/// What else there is to type once every part passes.
std::string more_commands(const Kit& kit, bool ranked) {
  const std::string number = kit.lesson.substr(0, 2);
  std::string text;
  if (std::filesystem::exists(kit.solution())) text += fmt::format("Our solution: ./lockstep check {} --solution\n", number);
  if (kOnSimulator && !ranked) text += fmt::format("What your kernels cost: ./lockstep check {} --rank\n", number);
  if (kOnSimulator && has_peer(kit)) text += fmt::format("Its speed on a GPU: ./lockstep check {} --backend cuda\n", number);
  return text;
}

std::string rest_of_pass(const Kit& kit, const std::string& rank) {
  return fmt::format("\nEvery part passes.\n{}{}Next: {}\n", more_commands(kit, !rank.empty()), rank.empty() ? "" : "\n" + rank + "\n",
                     next_lesson_command(kit));
}

/// The lines of the exercise in which a TODO of this part is left; empty where there are none.
std::string todos_text(const Kit& kit, const std::string& part) {
  std::ifstream file(kit.exercise());
  std::vector<int> numbers;
  int number = 1;
  for (std::string line; std::getline(file, line); ++number)
    if (line.find(fmt::format("TODO({})", part)) != line.npos) numbers.push_back(number);
  if (numbers.empty()) return {};
  return fmt::format("Lines of exercise.cu that still say TODO({}): {}\n", part, fmt::join(numbers, ", "));
}

}  // namespace

std::string verdict_text(const Kit& kit, const std::vector<PartGrade>& parts, bool all_hints, const PrintedByCase& printed,
                         const std::string& rank) {
  std::string text = fmt::format("Exercise {}: {} of {} points\n\n{}", kit.lesson, sum(parts, &PartGrade::points),
                                 sum(parts, &PartGrade::due), table_of(parts));
  const auto failed = std::ranges::find(parts, false, &PartGrade::passed);
  const auto shown = failed != parts.end() ? failed : parts.begin();
  const auto run = printed.find(shown->title);
  const Printed last = run != printed.end() ? run->second : Printed{};
  if (failed == parts.end()) return text + printed_text(last) + rest_of_pass(kit, rank);

  const FailureKind kind = failure_kind(failed->diagnostics);
  text += fmt::format("\n{}, {}:\n\n{}", failed->name, failed->title, indented(failed->diagnostics)) + printed_text(last);
  text += hints_text(kit, hints_for(kit, failed->name, kind), all_hints);
  if (!rank.empty()) text += "\n" + rank;
  return text + fmt::format("\n{}Next: {}\n", todos_text(kit, failed->name), next_command(kit, kind, last.run));
}

}  // namespace lockstep::grading
