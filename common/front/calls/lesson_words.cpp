/// @file
/// @brief Resolves a lesson argument, or lists the lessons.
#include "front/calls/lesson_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/lessons.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep::front {

std::string need_lesson(const Setting& setting, const std::string& verb, const std::string& word) {
  if (!word.empty())
    if (const auto lesson = course::find_lesson(setting.root, word)) return *lesson;
  const std::string known = fmt::format("{}", fmt::join(course::lesson_names(setting.root), ", "));
  if (word.empty()) throw UsageError(fmt::format("{} needs a lesson: one of {}", verb, known));
  throw UsageError(fmt::format("there is no lesson '{}'; there are {}", word, known));
}

std::string need_exercise(const Setting& setting, const std::string& verb, const std::string& word) {
  std::string lesson = need_lesson(setting, verb, word);
  const std::string file = fmt::format("lessons/{}/exercise.cu", lesson);
  if (!std::filesystem::exists(setting.root / file))
    throw UsageError(fmt::format("there is no {0}; to get the unsolved exercise back: git checkout {0}", file));
  return lesson;
}

std::string take_first(std::vector<std::string>& words) {
  if (words.empty()) return {};
  std::string first = words.front();
  words.erase(words.begin());
  return first;
}

}  // namespace lockstep::front
