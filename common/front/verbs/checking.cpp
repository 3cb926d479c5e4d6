/// @file
/// @brief Builds what judges an exercise, and starts it.
#include "front/verbs/checking.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "support/exit_status.hpp"
#include "support/progress.hpp"

namespace lockstep::front {

namespace {

/// Whether our solution is needed, and this copy of the course has it.
bool needs_solution(const Setting& setting, const std::string& lesson, const std::vector<std::string>& words) {
  return std::ranges::find(words, "--rank") != words.end() && std::filesystem::exists(setting.root / "solutions" / lesson / "exercise.cu");
}

void build_exercise(const Setting& setting, const std::string& lesson, bool with_solution) {
  std::vector<std::string> targets{lesson + "_exercise", lesson + "_exercise_tests", "lockstep-check"};
  if (with_solution) targets.push_back(lesson + "_solution");
  try {
    build(setting, "compiling your exercise", targets);
  } catch (const Ended& ended) {
    if (ended.status == kFailed)
      say(fmt::format("the first error often causes the others; next: ./lockstep check {}", lesson.substr(0, 2)));
    throw;
  }
}

}  // namespace

int check_exercise(const Setting& setting, const std::string& lesson, const std::vector<std::string>& words) {
  const std::string file = fmt::format("lessons/{}/exercise.cu", lesson);
  if (!obeys_escapes(STDERR_FILENO)) say("checking " + file);  // in a log, or in an editor's pane, it stays
  {
    const StatusLine line("lockstep: compiling " + file);
    build_exercise(setting, lesson, needs_solution(setting, lesson, words));
  }
  std::vector<std::string> all{lesson};
  all.insert(all.end(), words.begin(), words.end());
  return start(setting.build() / "lockstep-check", all);
}

}  // namespace lockstep::front
