/// @file
/// @brief `./lockstep debug`: stops gdb in a kernel, at a thread, in a build whose variables can all be read.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "front/calls/lesson_words.hpp"
#include "front/verbs/verbs.hpp"
#include "lockstep/machine_error.hpp"
#include "lockstep/usage_error.hpp"
#include "support/processes/process.hpp"
#include "support/text/version_names.hpp"

namespace lockstep::front {
namespace {

namespace fs = std::filesystem;

struct DebugWords {
  bool exercise = false;
  std::string kernel{}, block = "0", thread = "0";
  std::vector<std::string> others{};   ///< the lesson or the program, and the program's arguments
  std::vector<std::string> for_gdb{};  ///< what follows --
};

/// What gdb starts.
struct Debugged {
  fs::path program{};
  std::vector<std::string> arguments{};
  std::string kernel{};  ///< to stop in; empty for any
  std::string target{};  ///< that builds the program; empty where the user did
};

std::vector<std::string> versions_with_kernels(const Setting& setting, const std::string& lesson) {
  std::vector<std::string> versions;
  const auto add = [&](const fs::path& folder, std::string_view beginning) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".cu" && entry.path().stem().string().starts_with(beginning)) versions.push_back(entry.path().stem());
  };
  const fs::path folder = setting.root / "lessons" / lesson;
  add(folder, "v");
  if (fs::exists(folder / "asides")) add(folder / "asides", "");
  std::ranges::sort(versions, comes_before_name);
  return versions;
}

/// The version that a name or the beginning of one means; the file's name where the file has several versions.
std::string need_version(const Setting& setting, const std::string& lesson, const std::string& name) {
  const std::vector<std::string> all = versions_with_kernels(setting, lesson);
  const auto there_are = [&] { return fmt::format("{}", fmt::join(all, ", ")); };
  if (name.empty()) throw UsageError(fmt::format("debug needs a version; choose one with --kernel: {}", there_are()));
  if (std::ranges::find(all, name) != all.end()) return name;
  std::vector<std::string> meant;
  std::ranges::copy_if(all, std::back_inserter(meant),
                       [&](const std::string& v) { return begins_with_name(v, name) || name.starts_with(v + "_"); });
  if (meant.size() == 1) return meant.front();
  throw UsageError(fmt::format("--kernel {}: {}; there are {}", name,
                               meant.empty() ? "there is no such version with a kernel" : "several versions begin like that", there_are()));
}

/// lessons/03_reduction/v2_shared_memory.cu names a version, too, and lessons/03_reduction/exercise.cu the exercise.
std::string version_of_path(const std::string& word) {
  const fs::path file(word);
  return file.extension() == ".cu" ? file.stem().string() : "";
}

Debugged find_version(const Setting& setting, DebugWords& words, const std::string& word) {
  const std::string of_path = version_of_path(word);
  const bool exercise = words.exercise || of_path == "exercise";
  const std::string lesson = exercise ? need_exercise(setting, "debug", word) : need_lesson(setting, "debug", word);
  const std::string asked = words.kernel.empty() ? of_path : words.kernel;
  const std::string version = exercise ? "exercise" : need_version(setting, lesson, asked);
  std::vector<std::string> arguments{"--kernel", exercise ? version : asked, "--once"};
  arguments.insert(arguments.end(), words.others.begin(), words.others.end());
  return {setting.build() / "debug" / lesson / version, arguments, exercise ? words.kernel : "",
          fmt::format("{}_{}_debug", lesson, version)};
}

bool is_program(const std::string& word) { return fs::is_regular_file(word) && ::access(word.c_str(), X_OK) == 0; }

Debugged find_program(const Setting& setting, DebugWords& words) {
  const std::string word = take_first(words.others);
  if (is_program(word) && !words.exercise) return {fs::absolute(word), words.others, words.kernel, ""};
  return find_version(setting, words, word);
}

/// `2` or `2,0,0`. gdb would report a mistake only after the build.
void check_index(const std::string& option, const std::string& text) {
  const bool known = !text.empty() && text.find_first_not_of("0123456789,") == text.npos && std::ranges::count(text, ',') <= 2 &&
                     text.find(",,") == text.npos && text.front() != ',' && text.back() != ',';
  if (!known) throw UsageError(fmt::format("{} {}: must be a number such as 5, or x,y,z such as 5,0,0", option, text));
}

void take_words_for_gdb(DebugWords& words) {
  const auto dashes = std::ranges::find(words.others, "--");
  if (dashes == words.others.end()) return;
  words.for_gdb.assign(dashes + 1, words.others.end());
  words.others.erase(dashes, words.others.end());
}

int debug(const Setting& setting, DebugWords words) {
  if (setting.asked == "cuda") throw UsageError("debug works on the simulator; on a GPU, use cuda-gdb");
  take_words_for_gdb(words);
  check_index("--block", words.block);
  check_index("--thread", words.thread);
  const Debugged debugged = find_program(setting, words);
  if (!run_shell("command -v gdb").succeeded())
    throw MachineError("debug needs gdb: './lockstep setup --all' installs it, and so does 'apt-get install gdb'");
  if (!debugged.target.empty()) build(setting, "the build", {debugged.target});
  const std::string start = fmt::format("lockstep-start {} {} {}", words.block, words.thread, debugged.kernel);
  std::vector<std::string> line{"gdb", "-q", "-x", setting.root / "common/sim/gdb/lockstep.py", "-ex", start};
  line.insert(line.end(), words.for_gdb.begin(), words.for_gdb.end());
  line.insert(line.end(), {"--args", debugged.program});
  line.insert(line.end(), debugged.arguments.begin(), debugged.arguments.end());
  become("/usr/bin/env", line);
}

}  // namespace

Act declare_debug(CommandLine& line) {
  const auto words = std::make_shared<DebugWords>();
  line.add_flag("--exercise", words->exercise, "Your exercise instead of a version of the lesson");
  line.add("--kernel", words->kernel, "The version, such as v3; of a program or an exercise, the kernel's name");
  line.add("--block", words->block, "The block to stop in, such as 2 or 2,0,0 [0]");
  line.add("--thread", words->thread, "The thread to stop at, such as 5 or 5,0,0 [0]");
  line.keep_others(words->others);
  return [words](const Setting& setting) { return debug(setting, *words); };
}

}  // namespace lockstep::front
