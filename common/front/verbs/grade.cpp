/// @file
/// @brief `./lockstep grade`: builds what judges a lesson's exercise, and executes the grader.
#include <memory>

#include "front/calls/lesson_words.hpp"
#include "front/verbs/verbs.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep::front {
namespace {

struct GradeWords {
  std::string lesson{};
  std::vector<std::string> others{};  ///< arguments for the grader
  bool help = false;
};

int grade(const Setting& setting, GradeWords words) {
  if (setting.asked == "cuda") throw UsageError("grade runs submissions on the simulator, which counts what they do; use --backend sim");
  const std::filesystem::path grader = setting.build() / "lockstep-grade";
  if (words.help) {
    build(setting, "the build", {"lockstep-grade"});
    become(grader, {"--help"});
  }
  const std::string lesson = need_exercise(setting, "grade --lesson", words.lesson);
  build(setting, "the build", {"lockstep-grade", lesson + "_solution", lesson + "_exercise_tests"});
  words.others.insert(words.others.begin(), {"--lesson", lesson});
  become(grader, words.others);
}

}  // namespace

Act declare_grade(CommandLine& line) {
  const auto words = std::make_shared<GradeWords>();
  line.add("--lesson", words->lesson, "The lesson of the exercise");
  line.keep_others(words->others);
  line.replace_help(words->help);
  return [words](const Setting& setting) { return grade(setting, *words); };
}

}  // namespace lockstep::front
