/// @file
/// @brief Builds what judges an exercise, and starts it.
#include "front/verbs/checking.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "support/progress.hpp"

namespace lockstep::front {

int check_exercise(const Setting& setting, const std::string& lesson, const std::vector<std::string>& words) {
  const std::string what = fmt::format("checking lessons/{}/exercise.cu", lesson);
  if (!obeys_escapes(STDERR_FILENO)) say(what);  // in a log, or in an editor's pane, it stays
  {
    const StatusLine line("lockstep: " + what);
    build(setting, "compiling your exercise", {lesson + "_exercise", lesson + "_exercise_tests", "lockstep-check"});
  }
  std::vector<std::string> all{lesson};
  all.insert(all.end(), words.begin(), words.end());
  return start(setting.build() / "lockstep-check", all);
}

}  // namespace lockstep::front
