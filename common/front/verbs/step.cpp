/// @file
/// @brief `./lockstep step`: traces a kernel on the simulator, and plays the trace in a browser or in the terminal, or draws it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "course/lessons.hpp"
#include "front/calls/lesson_words.hpp"
#include "front/verbs/verbs.hpp"
#include "lockstep/usage_error.hpp"
#include "support/exit_status.hpp"
#include "support/processes/path_lookup.hpp"
#include "support/processes/process.hpp"
#include "support/processes/spawn.hpp"
#include "support/progress.hpp"
#include "support/text/version_names.hpp"

namespace lockstep::front {
namespace {

namespace fs = std::filesystem;

struct StepWords {
  std::string kernel{}, against{}, page{}, at{}, drawn{};
  bool exercise = false, in_terminal = false;
  std::vector<std::string> others{};  ///< a lesson, a program or traces; and arguments for the lesson's or the observed program
};

/// What to play: one trace or two, and a name for the page.
struct Traces {
  std::vector<std::string> files{};
  std::string name{};
};

bool names_trace(const std::string& word) { return word.ends_with(".json"); }

bool has_option(const std::vector<std::string>& words, const std::string& option) {
  return std::ranges::any_of(words, [&](const std::string& word) { return word == option || word.starts_with(option + "="); });
}

Outcome run_on_simulator(const fs::path& program, const std::vector<std::string>& words) {
  constexpr std::chrono::minutes kPatience{10};
  const StatusLine line("lockstep: tracing on the simulator");
  return run_program(program, words, {.wall = kPatience});
}

/// Words for a small run. Not every version takes all of them.
using Wishes = std::vector<std::vector<std::string>>;

/// Runs a program that writes a trace. Its output is of use only if there is no trace; a wrong kernel has one all the same, and is worth
/// looking at.
/// @param wishes  options to try: the first that the program accepts counts, or else the last
/// @param failed  what to say about such a kernel
void record(const fs::path& program, const std::vector<std::string>& words, const fs::path& trace, const Wishes& wishes = {{}},
            const std::string& failed = "the program failed; these are its steps") {
  fs::create_directories(trace.parent_path());
  fs::remove(trace);
  Outcome outcome;
  for (const std::vector<std::string>& wish : wishes) {
    std::vector<std::string> all = words;
    all.insert(all.end(), wish.begin(), wish.end());
    outcome = run_on_simulator(program, all);
    if (outcome.end != Outcome::End::exited || outcome.code != kWrongUsage) break;
  }
  if (outcome.succeeded()) return;
  if (fs::exists(trace)) return say(failed);
  fmt::print(stderr, "{}{}", outcome.out, outcome.err);
  throw Ended{outcome.end == Outcome::End::exited ? outcome.code : kFailed};
}

// ---- Of a lesson ------------------------------------------------------------------------------------------------------

/// A word as `--kernel` takes it: a version's name, or the beginning of one.
void need_version(const Setting& setting, const std::string& lesson, const std::string& option, const std::string& word) {
  std::vector<std::string> known;
  for (const course::ListedVersion& version : course::versions_of(setting.root, lesson))
    if (version.name != "v0_cpu" && !version.name.starts_with("v0")) known.push_back(version.name);
  if (std::ranges::any_of(known, [&](const std::string& name) { return begins_with_name(name, word); })) return;
  const std::string choice = fmt::format("{}", fmt::join(known, ", "));
  if (word.empty()) throw UsageError(fmt::format("step needs {} VERSION: one of {}", option, choice));
  throw UsageError(fmt::format("{} {}: {} has no such kernel; there are {}", option, word, lesson, choice));
}

/// A run small enough to look at, unless the user chose a size: four blocks of a 4x4 tile each, or two warps, which need a barrier. A
/// drawing has a column for each element.
Wishes small_runs(const StepWords& step) {
  const bool sized = has_option(step.others, "--size"), drawn = !step.drawn.empty();
  const std::string count = drawn ? "8" : "64";
  const std::vector<std::string> none, elements = sized ? none : std::vector<std::string>{"--size", count};
  if (has_option(step.others, "--block") || has_option(step.others, "--tile")) return {elements};
  std::vector<std::string> tile{"--tile", "4x4"}, block = elements;
  if (!sized) tile.insert(tile.end(), {"--size", "8"});
  block.insert(block.end(), {"--block", count});
  if (drawn) return {block, elements};
  return {tile, block, elements};
}

/// The later version builds on the earlier one, so the earlier one is always on the left.
void put_earlier_first(const Setting& setting, const std::string& lesson, std::vector<std::string>& kernels) {
  const std::vector<course::ListedVersion> versions = course::versions_of(setting.root, lesson);
  const auto place = [&](const std::string& kernel) {
    return std::ranges::find_if(versions, [&](const course::ListedVersion& version) { return begins_with_name(version.name, kernel); });
  };
  std::ranges::stable_sort(kernels, {}, place);
}

std::vector<std::string> with_two_warps(std::vector<std::string> words) {
  if (!has_option(words, "--trace-warps")) words.insert(words.end(), {"--trace-warps", "0,1"});
  return words;
}

std::string failure(const std::string& number, const std::string& kernel) {
  if (kernel.empty()) return fmt::format("your exercise failed; './lockstep run {} --exercise' says how, and these are its steps", number);
  return fmt::format("{1} failed; './lockstep run {0} --kernel {1}' says how, and these are its steps", number, kernel);
}

Traces trace_lesson(const Setting& setting, const std::string& lesson, const StepWords& words) {
  build(setting, "the build", {words.exercise ? lesson + "_exercise" : lesson, "lockstep-player"});
  const fs::path program = setting.build() / (words.exercise ? "exercises" : "lessons") / lesson, folder = setting.root / "build" / "step";
  const std::string number = lesson.substr(0, lesson.find('_'));
  Traces traces{.name = number};
  std::vector<std::string> kernels{words.exercise ? "" : words.kernel};
  if (!words.against.empty()) {
    kernels.push_back(words.against);
    put_earlier_first(setting, lesson, kernels);
  }
  for (const std::string& kernel : kernels) {
    const std::string name = kernel.empty() ? "exercise" : kernel;
    const fs::path file = folder / fmt::format("{}_{}.json", number, name);
    std::vector<std::string> arguments = with_two_warps({words.others.begin() + 1, words.others.end()});
    if (!kernel.empty()) arguments.insert(arguments.end(), {"--kernel", kernel});
    arguments.insert(arguments.end(), {"--trace", file});
    record(program, arguments, file, small_runs(words), failure(number, kernel));
    traces.files.push_back(file);
    traces.name += "_" + name;
  }
  return traces;
}

Traces of_lesson(const Setting& setting, const StepWords& words) {
  const auto need = words.exercise ? need_exercise : need_lesson;
  const std::string lesson = need(setting, "step", words.others.empty() ? "" : words.others.front());
  if (words.exercise && !words.kernel.empty())
    throw UsageError("--exercise steps through your exercise, --kernel through a version; choose one");
  if (words.exercise && !words.against.empty()) throw UsageError("--against compares two versions of a lesson; an exercise is shown alone");
  if (!words.exercise) need_version(setting, lesson, "--kernel", words.kernel);
  if (!words.against.empty()) need_version(setting, lesson, "--against", words.against);
  return trace_lesson(setting, lesson, words);
}

// ---- Of a program, or of existing traces -----------------------------------------------------------------------------------

void refuse_lesson_words(const StepWords& words, const char* what) {
  if (!words.kernel.empty() || !words.against.empty() || words.exercise)
    throw UsageError(fmt::format("--kernel, --against and --exercise need a lesson, but this is {}", what));
}

/// The program's own arguments follow the recorder's, which all begin with --trace.
Traces of_program(const Setting& setting, const StepWords& words) {
  refuse_lesson_words(words, "a program");
  const std::string& program = words.others.front();
  const std::string name = fs::path(program).filename();
  const fs::path file = setting.root / "build" / "step" / (name + ".json");
  build(setting, "the build", {"lockstep-observe", "lockstep-player"});
  std::vector<std::string> arguments{"profile", "--trace", file};
  auto word = words.others.begin() + 1;
  for (; word != words.others.end() && word->starts_with("--trace-"); ++word) {
    arguments.push_back(*word);
    if (word->find('=') == word->npos && word + 1 != words.others.end()) arguments.push_back(*++word);
  }
  arguments = with_two_warps(std::move(arguments));
  arguments.push_back(program);
  arguments.insert(arguments.end(), word, words.others.end());
  record(setting.build() / "lockstep-observe", arguments, file);
  return {.files = {file}, .name = name};
}

Traces of_traces(const Setting& setting, const StepWords& words) {
  refuse_lesson_words(words, "a trace");
  if (words.others.size() > 2 || !std::ranges::all_of(words.others, names_trace))
    throw UsageError("one trace is shown, or two side by side: step TRACE.json [SECOND.json]");
  build(setting, "the build", {"lockstep-player"});
  Traces traces{.files = words.others};
  for (const std::string& file : words.others) traces.name += (traces.name.empty() ? "" : "_") + fs::path(file).stem().string();
  return traces;
}

bool steps_through_program(const Setting& setting, const StepWords& words) {
  if (words.others.empty() || names_trace(words.others.front())) return false;
  const std::string& word = words.others.front();
  return !course::find_lesson(setting.root, word) && fs::is_regular_file(word) && ::access(word.c_str(), X_OK) == 0;
}

Traces find_traces(const Setting& setting, const StepWords& words) {
  if (steps_through_program(setting, words)) return of_program(setting, words);
  return !words.others.empty() && names_trace(words.others.front()) ? of_traces(setting, words) : of_lesson(setting, words);
}

/// After a program it is the program's.
bool asks_for_help_on_step(const Setting& setting, const StepWords& words) {
  return !steps_through_program(setting, words) && std::ranges::any_of(words.others, asks_for_help);
}

// ---- Showing it -------------------------------------------------------------------------------------------------------

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

std::optional<fs::path> find_browser(const std::string& name) {
  if (name.find('/') == name.npos) return find_in_path(name);
  return ::access(name.c_str(), X_OK) == 0 ? std::optional<fs::path>(name) : std::nullopt;
}

/// The command that opens a page on this machine; empty where nobody is at a screen.
std::optional<fs::path> find_opener() {
  if (::isatty(STDOUT_FILENO) != 1 || is_set("CI")) return std::nullopt;
  if (is_set("BROWSER")) return find_browser(std::getenv("BROWSER"));
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") ? find_in_path("xdg-open") : std::nullopt;
}

bool has_terminal() { return ::isatty(STDIN_FILENO) == 1 && obeys_escapes(STDOUT_FILENO) && !is_set("CI"); }

/// Does not wait for it: some browsers run until they are closed.
void open_page(const fs::path& opener, const fs::path& page) {
  ChildFiles files;
  files.append_to("/dev/null", STDOUT_FILENO);
  files.append_to("/dev/null", STDERR_FILENO);
  spawn({opener, page}, files);
}

std::vector<std::string> player_words(const Traces& traces, const StepWords& words) {
  std::vector<std::string> arguments = traces.files;
  if (!words.at.empty()) arguments.insert(arguments.end(), {"--at", words.at});
  if (!words.drawn.empty()) arguments.insert(arguments.end(), {"--draw", words.drawn});
  return arguments;
}

int print_help(const CommandLine& line) {
  fmt::print("{}", line.help());
  return kSucceeded;
}

int step(const Setting& setting, const StepWords& words) {
  if (setting.asked == "cuda") throw UsageError("step shows what the simulator sees of a kernel; use --backend sim");
  if (words.in_terminal && !words.page.empty()) throw UsageError("write either -o PAGE.html or --terminal");
  if (!words.drawn.empty() && words.in_terminal) throw UsageError("--draw writes a drawing; omit --terminal");
  if (!words.drawn.empty() && (!words.against.empty() || !words.at.empty()))
    throw UsageError("--draw draws all steps of one version; omit --against and --at");
  const Traces traces = find_traces(setting, words);
  const fs::path player = setting.build() / "lockstep-player";
  std::vector<std::string> arguments = player_words(traces, words);
  const std::optional<fs::path> opener = find_opener();
  const bool plays_here =
      words.in_terminal || (words.page.empty() && words.drawn.empty() && !opener && traces.files.size() == 1 && has_terminal());
  if (plays_here) {
    arguments.emplace_back("--terminal");
    become(player, arguments);
  }
  const std::string name = traces.name + (words.drawn.empty() ? ".html" : "_" + words.drawn + ".svg");
  const fs::path page = words.page.empty() ? setting.root / "build" / "step" / name : fs::path(words.page);
  if (words.page.empty()) fs::create_directories(page.parent_path());
  arguments.insert(arguments.end(), {"-o", page});
  if (const int status = start(player, arguments); status != kSucceeded) return status;
  fmt::print("{}\n", page.string());
  if (opener && words.page.empty()) open_page(*opener, page);
  return kSucceeded;
}

}  // namespace

Act declare_step(CommandLine& line) {
  const auto words = std::make_shared<StepWords>();
  line.add("--kernel", words->kernel, "The version to step through");
  line.add("--against", words->against, "Another version, beside it; the earlier one is on the left");
  line.add_flag("--exercise", words->exercise, "Your exercise instead of a version");
  line.add("--at", words->at, "The step to begin with [1]");
  line.add("--draw", words->drawn, "Draw how this array's values come about; lanes: what a warp shuffles");
  line.add("-o", words->page, "The page or the drawing to write; it is not opened");
  line.add_flag("--terminal", words->in_terminal, "Play it in this terminal");
  line.keep_others(words->others);
  line.end_help(
      "The other options are those of './lockstep run', and those that begin with\n--trace-: docs/player.md lists them.\n\nExamples:\n"
      "  ./lockstep step 03 --kernel v2 --against v3\n  ./lockstep step 06 --kernel v3 --size 16 --at 30 --terminal\n"
      "  ./lockstep step 03 --kernel v4 --draw sums -o tree.svg");
  return
      [words, &line](const Setting& setting) { return asks_for_help_on_step(setting, *words) ? print_help(line) : step(setting, *words); };
}

}  // namespace lockstep::front
