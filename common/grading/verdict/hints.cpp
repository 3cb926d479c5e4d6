/// @file
/// @brief Reads hints.md of a lesson and of all lessons, and chooses among them.
#include "grading/verdict/hints.hpp"

#include <fstream>
#include <sstream>

#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

/// "NN" stands for the lesson's number in what is said to every exercise.
std::string with_number(std::string text, const std::string& number) {
  constexpr std::string_view kPlace = " NN";
  for (std::size_t at = 0; (at = text.find(kPlace, at)) != text.npos; at += number.size()) text.replace(at + 1, kPlace.size() - 1, number);
  return text;
}

}  // namespace

Hints read_hints(const std::filesystem::path& path) {
  Hints hints;
  std::ifstream file(path);
  std::string part, kind;
  for (std::string line; std::getline(file, line);) {
    const std::string text = trimmed(line);
    if (line.starts_with("## ")) {
      kind.clear();
      std::istringstream(line.substr(3)) >> part >> kind;
    } else if (line.starts_with("- ") && !part.empty()) {
      hints[part].push_back({.kind = failure_kind(kind).value_or(FailureKind::answer), .text = trimmed(line.substr(2))});
    } else if (!text.empty() && !part.empty() && !hints[part].empty()) {
      hints[part].back().text += " " + text;
    }
  }
  return hints;
}

std::vector<std::string> hints_for(const Kit& kit, const std::string& part, FailureKind kind) {
  Hints own = read_hints(kit.hints());
  std::vector<std::string> fitting, others;
  for (const Hint& hint : own[part]) (hint.kind == kind ? fitting : others).push_back(hint.text);
  const Hints common = read_hints(kit.common_hints());
  for (const auto& [name, hints] : common)
    if (failure_kind(name) == kind)
      for (const Hint& hint : hints) fitting.push_back(with_number(hint.text, kit.lesson.substr(0, 2)));
  fitting.insert(fitting.end(), others.begin(), others.end());
  return fitting;
}

}  // namespace lockstep::grading
