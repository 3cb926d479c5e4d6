/// @file
/// @brief Puts a verdict into words.
#include "grading/verdict/verdict_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "grading/verdict/hints.hpp"
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

std::string hints_for(const Kit& kit, const PartGrade& part, bool all) {
  const auto hints = read_hints(kit.hints());
  const auto own = hints.find(part.name);
  if (own == hints.end()) return {};
  const std::size_t count = all ? own->second.size() : 1;
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "\n" + indented({fmt::format("Hint {}: {}", i + 1, own->second[i])});
  if (count < own->second.size())
    text += fmt::format("\n  ({} more: ./lockstep check {} --hint)\n", own->second.size() - count, kit.lesson.substr(0, 2));
  return text;
}

double sum(const std::vector<PartGrade>& parts, double (PartGrade::*points)() const) {
  double total = 0;
  for (const PartGrade& part : parts) total += (part.*points)();
  return total;
}

/// Whether a part asks for speed, relative to a library's.
bool has_peer(const Kit& kit) { return std::filesystem::exists(kit.exercise().parent_path() / "exercise_peer.cu"); }

}  // namespace

std::string verdict_text(const Kit& kit, const std::vector<PartGrade>& parts, bool all_hints) {
  std::string text = fmt::format("Exercise {}: {} of {} points\n\n{}", kit.lesson, sum(parts, &PartGrade::points),
                                 sum(parts, &PartGrade::due), table_of(parts));
  const auto failed = std::ranges::find(parts, false, &PartGrade::passed);
  const std::string number = kit.lesson.substr(0, 2);
  if (failed == parts.end())
    return text + fmt::format("\nEvery part passes. Our solution: ./lockstep check {} --solution\n", number) +
           (kOnSimulator && has_peer(kit) ? fmt::format("Its speed on a GPU: ./lockstep check {} --backend cuda\n", number) : "");
  text += fmt::format("\n{}, {}:\n\n{}", failed->name, failed->title, indented(failed->diagnostics));
  return text + hints_for(kit, *failed, all_hints);
}

}  // namespace lockstep::grading
