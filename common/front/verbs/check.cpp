/// @file
/// @brief `./lockstep check`: judges the student's exercise of a lesson once.
#include <memory>

#include "front/calls/lesson_words.hpp"
#include "front/verbs/checking.hpp"
#include "front/verbs/verbs.hpp"

namespace lockstep::front {

Act declare_check(CommandLine& line) {
  const auto words = std::make_shared<std::vector<std::string>>();  // the lesson, and arguments for the judge
  line.keep_others(*words);
  return [words](const Setting& setting) {
    const std::string lesson = need_exercise(setting, "check", take_first(*words));
    return check_exercise(setting, lesson, *words);
  };
}

}  // namespace lockstep::front
