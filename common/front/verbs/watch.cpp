/// @file
/// @brief `./lockstep watch`: judges the student's exercise of a lesson at every save.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "front/calls/lesson_words.hpp"
#include "front/verbs/checking.hpp"
#include "front/verbs/saves.hpp"
#include "front/verbs/verbs.hpp"
#include "support/exit_status.hpp"
#include "support/processes/interruption.hpp"
#include "support/progress.hpp"

namespace lockstep::front {
namespace {

/// @return the exit status; above 1, the next save will not change it
int check_once(const Setting& setting, const std::string& lesson, const std::vector<std::string>& words) {
  if (obeys_escapes(STDOUT_FILENO)) {
    fmt::print("\x1b[H\x1b[2J");
    std::fflush(stdout);
  }
  try {
    return check_exercise(setting, lesson, words);
  } catch (const Ended& ended) {
    return ended.status;
  }
}

int watch(const Setting& setting, std::vector<std::string> words) {
  const std::string lesson = need_exercise(setting, "watch", take_first(words));
  Saves saves(setting.root / "lessons" / lesson / "exercise.cu");
  remember_interruptions();
  while (true) {
    saves.look();
    const int status = check_once(setting, lesson, words);
    if (interruption() != 0) return kSucceeded;  // Ctrl-C is how watching ends
    if (status > kFailed) return status;
    say(fmt::format("waiting for the next save of lessons/{}/exercise.cu; Ctrl-C stops", lesson));
    saves.wait();
    if (interruption() != 0) return kSucceeded;
  }
}

}  // namespace

Act declare_watch(CommandLine& line) {
  const auto words = std::make_shared<std::vector<std::string>>();  // the lesson, and arguments for the judge
  line.keep_others(*words);
  return [words](const Setting& setting) { return watch(setting, *words); };
}

}  // namespace lockstep::front
