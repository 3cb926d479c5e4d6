/// @file
/// @brief Writes what an exercise asks, from its header, its tests and its hints.
#include "site/pages/exercise_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <regex>
#include <string_view>
#include <vector>

#include "grading/verdict/hints.hpp"
#include "site/numbers/text.hpp"
#include "site/weaving/weave.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

struct Part {
  std::string name, title, points;
  bool on_gpu = false;
};

/// The parts as the tests that judge them say: TEST_CASE("title", "[part1][points:3]…").
std::vector<Part> tested_parts(const fs::path& tests) {
  static const std::regex kCase(R"re(TEST_CASE\("([^"]*)",\s*"\[(part\d)\]\[points:([\d.]+)\]([^"]*)"\))re");
  const std::string source = read_page(tests);
  std::vector<Part> parts;
  for (std::sregex_iterator match(source.begin(), source.end(), kCase), none; match != none; ++match)
    parts.push_back({(*match)[2], (*match)[1], (*match)[3], (*match)[4].str().find("[gpu]") != std::string::npos});
  return parts;
}

/// "The exercise's problem: the length of a vector" is the length of a vector.
std::string problem_of(const fs::path& header) {
  constexpr std::string_view kBeginning = "The exercise's problem: ";
  const std::string brief = brief_of(read_page(header));
  return brief.starts_with(kBeginning) ? brief.substr(kBeginning.size()) : brief;
}

/// A variable's name, which has one letter, stays as it is.
std::string capitalised(std::string sentence) {
  if (sentence.size() > 1 && std::isalpha(static_cast<unsigned char>(sentence[1])) != 0)
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  return sentence;
}

std::string what_next(const Lesson& lesson, const Lesson* next) {
  std::string words = "This was the last lesson.";
  if (next != nullptr) {
    std::vector<std::string> bases;
    for (const std::string& base : next->builds_on) bases.push_back(fmt::format("[{0}](@ref lesson_{0})", base));
    words = fmt::format("The next lesson is [{0} · {1}](@ref lesson_{0}).", next->number, next->title);
    if (!bases.empty()) words += fmt::format(" It builds on {}.", fmt::join(bases, ", "));
  }
  return fmt::format("## What next {{#{}-next}}\n\n{} The [map of the lessons](@ref lessons) shows the others.\n", exercise_label(lesson),
                     words);
}

}  // namespace

std::string exercise_label(const Lesson& lesson) { return "exercise_" + lesson.number; }

std::string exercise_page(const fs::path& root, const Lesson& lesson, const Lesson* next) {
  const fs::path folder = root / "lessons" / lesson.name;
  const auto hints = grading::read_hints(folder / "hints.md");
  std::string text = fmt::format(
      "# {0} · Exercise {{#{1}}}\n\n{2}\n\n"
      "Write your code in `lessons/{3}/exercise.cu`, where a TODO says what each part asks for. It compiles and runs as it is; "
      "what to compute, and which errors are allowed, is in `exercise.hpp` beside it. The lesson is [{0} · {4}](@ref lesson_{0}).\n\n"
      "    ./lockstep check {0}                     # parts, points, what is wrong with the first that fails, a hint\n"
      "    ./lockstep watch {0}                     # the same on every save\n"
      "    ./lockstep run {0} --exercise --lines    # your source, with counters beside it\n\n"
      "## Parts {{#{1}-parts}}\n\n| part | asks for | points |\n| --- | --- | --: |\n",
      lesson.number, exercise_label(lesson), capitalised(problem_of(folder / "exercise.hpp")), lesson.name, lesson.title);
  const std::vector<Part> parts = tested_parts(root / "tests" / "exercises" / (lesson.name + ".cpp"));
  for (const Part& part : parts)
    text += fmt::format("| {} | {}{} | {} |\n", part.name.substr(4), part.on_gpu ? "on a GPU: " : "", part.title, part.points);
  text +=
      fmt::format("\n## Hints {{#{}-hints}}\n\nFrom vague to plain. Open one, and try again before the next.\n\n", exercise_label(lesson));
  for (const Part& part : parts) {
    const auto found = hints.find(part.name);
    if (found == hints.end()) continue;
    text += fmt::format("### Part {}: {} {{#{}-{}}}\n\n", part.name.substr(4), part.title, exercise_label(lesson), part.name);
    for (std::size_t i = 0; i < found->second.size(); ++i)
      text += folded(fmt::format("Hint {} of {}", i + 1, found->second.size()), found->second[i].text);
  }
  text += fmt::format("## What you are given {{#{}-given}}\n\n\\include{{lineno}} lessons/{}/exercise.cu\n\n", exercise_label(lesson),
                      lesson.name);
  return text + what_next(lesson, next);
}

}  // namespace lockstep::site
