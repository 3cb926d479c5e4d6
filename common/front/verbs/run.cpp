/// @file
/// @brief `./lockstep run`: builds one lesson, and executes its program.
#include <algorithm>
#include <memory>

#include "front/calls/lesson_words.hpp"
#include "front/verbs/verbs.hpp"
#include "support/read_file.hpp"

namespace lockstep::front {
namespace {

struct RunWords {
  bool exercise = false;
  std::vector<std::string> others{};  ///< the lesson, and arguments for its program
};

/// A ladder runs each kernel some twenty times, for the counters, the hazards and the times, and `printf` prints in each run.
void say_how_to_print_once(const Setting& setting, const std::string& lesson, const std::vector<std::string>& words) {
  const bool prints = read_file(setting.root / "lessons" / lesson / "exercise.cu").find("printf") != std::string::npos;
  if (prints && std::ranges::find(words, "--once") == words.end())
    say("each kernel runs many times, and its printf prints each time; with --once it runs once");
}

int run(const Setting& setting, RunWords words) {
  const auto need = words.exercise ? need_exercise : need_lesson;
  const std::string lesson = need(setting, "run", take_first(words.others));
  build(setting, "the build", {words.exercise ? lesson + "_exercise" : lesson});
  if (words.exercise) say_how_to_print_once(setting, lesson, words.others);
  become(setting.build() / (words.exercise ? "exercises" : "lessons") / lesson, words.others);
}

}  // namespace

Act declare_run(CommandLine& line) {
  const auto words = std::make_shared<RunWords>();
  line.add_flag("--exercise", words->exercise, "Your exercise instead of the lesson's versions");
  line.keep_others(words->others);
  line.end_help("A lesson's own options: ./lockstep run 04 --help");
  return [words](const Setting& setting) { return run(setting, *words); };
}

}  // namespace lockstep::front
