/// @file
/// @brief `./lockstep bench`: builds what the lessons' plans run, and starts the program that measures.
#include <algorithm>
#include <memory>

#include "front/calls/lesson_words.hpp"
#include "front/calls/machine.hpp"
#include "front/verbs/verbs.hpp"
#include "lockstep/machine_error.hpp"

namespace lockstep::front {
namespace {

struct BenchWords {
  std::vector<std::string> lessons{};  ///< or the one record to compare with
  std::string compare{}, out{};
  bool help = false;
};

bool is_record(const std::string& word) { return word.ends_with(".json"); }

/// Two records are compared on any machine.
void need_gpu(const Setting& setting) {
  if (setting.backend == "sim" || !has_gpu())
    throw MachineError("bench measures a GPU: it needs an NVIDIA GPU and nvcc, and does not work with '--backend sim'");
}

std::vector<std::string> targets_of(const BenchWords& words) {
  std::vector<std::string> targets;
  for (const std::string& lesson : words.lessons) targets.push_back(lesson + "_bench");
  return targets.empty() ? std::vector<std::string>{"bench"} : targets;
}

[[noreturn]] void become_bench(const Setting& setting, std::vector<std::string> targets, const std::vector<std::string>& words) {
  targets.emplace_back("lockstep-bench");
  build(setting, "the build", targets);
  become(setting.build() / "lockstep-bench", words);
}

int bench(const Setting& setting, BenchWords words) {
  if (words.help) become_bench(setting, {}, {"--help"});
  const bool measures = std::ranges::none_of(words.lessons, is_record);
  if (measures) {
    for (std::string& lesson : words.lessons) lesson = need_lesson(setting, "bench", lesson);
    need_gpu(setting);
  }
  std::vector<std::string> all{"--root", setting.root, "--build", setting.build()};
  if (!words.compare.empty()) all.insert(all.end(), {"--compare", words.compare});
  if (!words.out.empty()) all.insert(all.end(), {"--out", words.out});
  all.insert(all.end(), words.lessons.begin(), words.lessons.end());
  become_bench(setting, measures ? targets_of(words) : std::vector<std::string>{}, all);
}

}  // namespace

Act declare_bench(CommandLine& line) {
  const auto words = std::make_shared<BenchWords>();
  line.add("lessons", words->lessons, "Only these lessons; or a record, to compare with another");
  line.add("--compare", words->compare, "An earlier record");
  line.add("--out", words->out, "The record to write");
  line.replace_help(words->help);
  return [words](const Setting& setting) { return bench(setting, *words); };
}

}  // namespace lockstep::front
