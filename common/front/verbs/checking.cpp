/// @file
/// @brief Builds what judges an exercise, and starts it.
#include "front/verbs/checking.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>

#include "support/progress.hpp"

namespace lockstep::front {
namespace {

/// Where a line can be replaced, the build's lines replace this one. In a log, or in an editor's pane, it stays.
void announce(const std::string& what) {
  if (obeys_escapes(STDERR_FILENO)) {
    fmt::print(stderr, "\r\x1b[Klockstep: {}", what);
  } else {
    say(what);
  }
}

}  // namespace

int check_exercise(const Setting& setting, const std::string& lesson, const std::vector<std::string>& words) {
  announce(fmt::format("checking lessons/{}/exercise.cu", lesson));
  build(setting, "compiling your exercise", {lesson + "_exercise", lesson + "_exercise_tests", "lockstep-check"});
  std::vector<std::string> all{lesson};
  all.insert(all.end(), words.begin(), words.end());
  return start(setting.build() / "lockstep-check", all);
}

}  // namespace lockstep::front
