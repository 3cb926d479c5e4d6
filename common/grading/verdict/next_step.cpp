/// @file
/// @brief Chooses the command by what went wrong.
#include "grading/verdict/next_step.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "harness/timing/backend.hpp"

namespace lockstep::grading {
namespace {

namespace fs = std::filesystem;

std::string number_of(const std::string& lesson) { return lesson.substr(0, 2); }

}  // namespace

std::string next_lesson_command(const Kit& kit) {
  std::string next;
  for (const fs::directory_entry& entry : fs::directory_iterator(kit.source_dir / "lessons")) {
    const std::string lesson = entry.path().filename();
    if (fs::exists(entry.path() / "problem.hpp") && lesson > kit.lesson && (next.empty() || lesson < next)) next = lesson;
  }
  return next.empty() ? "./lockstep list" : fmt::format("./lockstep run {}", number_of(next));
}

std::string next_command(const Kit& kit, FailureKind kind, const std::string& options) {
  const auto command = [&](const char* verb, const char* flag, const std::string& words) {
    return fmt::format("./lockstep {} {} --exercise{}{}{}", verb, number_of(kit.lesson), flag, words.empty() ? "" : " ", words);
  };
  switch (kind) {
    case FailureKind::answer:
      return command("step", "", options);
    case FailureKind::counter:
      return command("run", kOnSimulator ? " --lines" : " --profile", "");
    case FailureKind::hazard:
    case FailureKind::barrier:
      return command("run", " --check", options);
    case FailureKind::refusal:
      return command("run", "", options);
    case FailureKind::crash:
    case FailureKind::abort:
    case FailureKind::loop:
      return command("debug", "", options);
    case FailureKind::work:
    case FailureKind::start:
      return fmt::format("./lockstep check {}", number_of(kit.lesson));  // when run() is changed: no other command shows more
  }
  return {};
}

}  // namespace lockstep::grading
