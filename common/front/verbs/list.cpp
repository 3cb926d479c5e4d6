/// @file
/// @brief `./lockstep list`: the lessons and their versions, and your progress on the exercises.
#include <fmt/format.h>

#include "course/lessons.hpp"
#include "front/verbs/verbs.hpp"
#include "support/exit_status.hpp"
#include "support/read_file.hpp"
#include "support/text/text.hpp"

namespace lockstep::front {
namespace {

constexpr std::size_t kIdeasBegin = 27;  // column

void print_line(const std::string& name, const std::string& text) {
  const std::string idea = wrapped(text, kScreenWidth - kIdeasBegin, kIdeasBegin);
  fmt::print("{:<{}}{}\n", "  " + name + ' ', kIdeasBegin, idea);
}

void print_lesson(const Setting& setting, const std::string& lesson) {
  const std::filesystem::path folder = setting.root / "lessons" / lesson;
  fmt::print("{}\n", course::heading_of(read_file(folder / "README.md")));
  for (const course::ListedVersion& version : course::versions_of(setting.root, lesson))
    print_line(version.name, version.stage.empty() ? version.idea : fmt::format("{}: {}", version.stage, version.idea));
  if (!std::filesystem::exists(folder / "exercise.cu")) return;
  const std::string progress = trimmed(read_file(setting.root / "build" / "progress" / lesson));
  const std::string number = lesson.substr(0, lesson.find('_'));
  print_line("exercise", progress.empty() ? fmt::format("not tried yet: ./lockstep check {}", number) : progress);
}

}  // namespace

Act declare_list(CommandLine&) {
  return [](const Setting& setting) {
    for (const std::string& lesson : course::lesson_names(setting.root)) print_lesson(setting, lesson);
    return kSucceeded;
  };
}

}  // namespace lockstep::front
