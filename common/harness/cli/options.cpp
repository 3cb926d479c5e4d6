/// @file
/// @brief Reads the command line.
#include "harness/cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "harness/reports/measures.hpp"
#include "harness/timing/backend.hpp"
#include "harness/timing/watched.hpp"
#include "harness/tracing/trace_words.hpp"
#include "lockstep/usage_error.hpp"
#include "support/command_line.hpp"
#include "support/output_file.hpp"
#include "support/text/text.hpp"
#include "support/text/version_names.hpp"

namespace lockstep {
namespace {

/// The options as they were typed; empty where they were not.
struct Texts {
  std::string type, kernel, size, counters_at, seed, block, grid, tile, elements, threads, reps, show;
  std::vector<std::string> sweeps;
  TraceWords trace;
  std::vector<std::string> settings;  // one for each of the lesson's
};

/// A setting's value. @throws UsageError where the setting cannot have it
double parse_setting(const Setting& setting, const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool number = !text.empty() && error == std::errc{} && end == text.data() + text.size();
  if (number && value >= setting.least && value <= setting.most && (!setting.whole || value == std::floor(value))) return value;
  throw UsageError(fmt::format("--{} must be a {} from {} to {}, got {}", setting.name, setting.whole ? "whole number" : "number",
                               setting.least, setting.most, text));
}

std::vector<double> parse_settings(const LessonInfo& info, const std::vector<std::string>& texts) {
  std::vector<double> values;
  for (std::size_t i = 0; i < texts.size(); ++i)
    values.push_back(texts[i].empty() ? info.settings[i].preset : parse_setting(info.settings[i], texts[i]));
  return values;
}

/// Names of measures. @throws UsageError where there is none of that name
std::vector<std::string> parse_shown(const std::string& list) {
  std::vector<std::string> shown = split(list, ',');
  for (const std::string& name : shown)
    if (!is_measure(name))
      throw UsageError(fmt::format("--show {}: '{}' is not something that a sweep shows; there are {}", list, name, measure_names()));
  return shown;
}

std::vector<std::size_t> all_of(const std::vector<VersionInfo>& versions) {
  std::vector<std::size_t> all(versions.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

/// What runs where no version is named: all but the asides.
std::vector<std::size_t> ladder_of(const std::vector<VersionInfo>& versions) {
  std::vector<std::size_t> ladder = all_of(versions);
  std::erase_if(ladder, [&](std::size_t v) { return versions[v].is_aside(); });
  return ladder;
}

std::string names_of(const std::vector<VersionInfo>& versions, const std::vector<std::size_t>& which) {
  std::string names;
  for (const std::size_t i : which) names += (names.empty() ? "" : ", ") + versions[i].name;
  return names;
}

std::vector<std::size_t> kernels_of(const std::vector<VersionInfo>& versions) {
  std::vector<std::size_t> kernels = all_of(versions);
  std::erase_if(kernels, [&](std::size_t v) { return !is_watched(versions[v]); });
  return kernels;
}

/// The first option given that looks into kernels; empty if there is none.
std::string look(const Options& options) {
  if (options.profile) return "--profile";
  if (options.launches) return "--launches";
  if (options.check) return "--check";
  if (options.lines) return "--lines";
  if (!options.trace.empty()) return "--trace";
  return options.picture.empty() ? "" : "--picture";
}

void check_picture(const Lesson& lesson, const Options& options) {
  if (!options.picture.ends_with(".svg")) throw UsageError(fmt::format("--picture {}: the name must end in .svg", options.picture));
  if (options.versions.size() == 1) return;
  std::vector<std::size_t> kernels = options.versions;
  std::erase_if(kernels, [&](std::size_t v) { return !is_watched(lesson.versions()[v]); });
  throw UsageError(fmt::format("--picture shows one version; choose one with --kernel: {}", names_of(lesson.versions(), kernels)));
}

void check_looks(const Lesson& lesson, const Options& options) {
  const std::string option = look(options);
  if (option.empty()) return;
  if (!kOnSimulator && option != "--profile" && option != "--launches") throw UsageError(option + " needs the simulator (--backend sim)");
  if (!options.sweeps.empty()) throw UsageError(option + " looks at one run; it does not go with --sweep");
  const auto& versions = lesson.versions();
  if (std::ranges::all_of(options.versions, [&](std::size_t v) { return !is_watched(versions[v]); }))
    throw UsageError(fmt::format("{}: there is no kernel in {}; choose from {}", option, names_of(versions, options.versions),
                                 names_of(versions, kernels_of(versions))));
  if (!options.picture.empty()) check_picture(lesson, options);
}

bool sweeps_over(const Options& options, std::string_view key) {
  return std::ranges::any_of(options.sweeps, [&](const Sweep& sweep) { return sweep.key == key; });
}

/// A swept setting cannot also be given by itself, and a tile is a block.
void check_shapes(const Texts& texts, const Options& options) {
  for (const auto& [key, text] : {std::pair("block", &texts.block),
                                  {"grid", &texts.grid},
                                  {"tile", &texts.tile},
                                  {"elements", &texts.elements},
                                  {"threads", &texts.threads},
                                  {"size", &texts.size}})
    if (sweeps_over(options, key) && !text->empty()) throw UsageError(fmt::format("--{0} and --sweep {0}=… contradict each other", key));
  const auto asked = [&](const char* key, const std::string& text) { return sweeps_over(options, key) || !text.empty(); };
  if (asked("block", texts.block) && asked("tile", texts.tile))
    throw UsageError("--block and --tile contradict each other: a tile is a block of WxH threads");
  if (asked("grid", texts.grid) && asked("elements", texts.elements))
    throw UsageError("--grid and --elements contradict each other: how many elements a block has decides how many blocks there are");
}

void check_sweeps(const Texts& texts, const Options& options) {
  if (options.sweeps.size() > 2)
    throw UsageError(fmt::format("{} sweeps: at most two go together{}", options.sweeps.size(),
                                 sweeps_over(options, "type") ? " (several types are one)" : ""));
  if (options.sweeps.size() == 2 && options.sweeps[0].key == options.sweeps[1].key)
    throw UsageError(fmt::format("--sweep {}=… is there twice: write all values in one", options.sweeps[0].key));
  if (options.sweeps.empty() && !texts.show.empty()) throw UsageError("--show chooses what a sweep shows: it needs --sweep");
}

void check_counters_at(const Options& options) {
  if (!options.counters_at) return;
  if (!kOnSimulator) throw UsageError("--counters-at needs the simulator (--backend sim)");
  if (!options.sweeps.empty() || options.once || !options.in.empty())
    throw UsageError("--counters-at is for a run that counts; it does not go with --sweep, --once or --in");
}

void check_once(const Texts& texts, const Options& options) {
  if (!options.once) return;
  if (look(options).empty() && options.sweeps.empty() && texts.reps.empty() && options.plot.empty() && options.input.empty()) return;
  throw UsageError(
      "--once only runs and verifies; it does not go with --sweep, --reps, --plot, --input, --profile, --check, --lines or --picture");
}

void check_files(const LessonInfo& info, const Texts& texts, const Options& options) {
  if (!options.input.empty() && (!texts.size.empty() || !texts.seed.empty() || !options.sweeps.empty()))
    throw UsageError("--input has its own size and values; it does not go with --size, --seed or --sweep");
  if (options.output.empty()) return;
  if (!options.sweeps.empty()) throw UsageError("--output is for one run; it does not go with --sweep");
  const auto fits = [&](const char* ending) { return options.output.ends_with(ending); };
  if (!info.output_endings.empty() && std::ranges::none_of(info.output_endings, fits))
    throw UsageError(fmt::format("--output {}: the name must end in {}", options.output, fmt::join(info.output_endings, " or ")));
}

/// "--json - and --csv -"
std::string printed(const std::vector<std::string_view>& formats) {
  std::string text;
  for (const std::string_view name : formats) text += fmt::format("{}--{} -", text.empty() ? "" : " and ", name);
  return text;
}

/// Tables of data can be printed instead of the run's own tables; drawings need a file name, which says their format.
void check_standard_output(const Options& options) {
  std::vector<std::string_view> all, asked;
  for (std::size_t i = 0; i < kDataFormats.size(); ++i) {
    all.push_back(kDataFormats[i].name);
    if (is_standard_output(options.data[i])) asked.push_back(kDataFormats[i].name);
  }
  for (const auto& [option, path] : {std::pair("--output", &options.output), {"--out", &options.out}, {"--trace", &options.trace}})
    if (is_standard_output(*path)) throw UsageError(fmt::format("{} -: it needs a file; only {} can be printed", option, printed(all)));
  if (asked.size() > 1) throw UsageError(printed(asked) + " contradict each other: only one can be printed");
}

/// The formats except JSON, the only one that graders read.
struct OtherFormats {
  std::string options;  ///< "--csv"
  bool asked = false;   ///< for one of them
};

OtherFormats other_formats(const Options& options) {
  OtherFormats others;
  for (std::size_t i = 0; i < kDataFormats.size(); ++i) {
    if (i == kJson) continue;
    others.options += fmt::format("{}--{}", others.options.empty() ? "" : ", ", kDataFormats[i].name);
    others.asked = others.asked || !options.data[i].empty();
  }
  return others;
}

void check_together(const Lesson& lesson, const Texts& texts, const Options& options) {
  if (options.in.empty() != options.out.empty()) throw UsageError("--in and --out go together: raw inputs in, raw outputs out");
  check_sweeps(texts, options);
  check_shapes(texts, options);
  check_once(texts, options);
  check_counters_at(options);
  check_standard_output(options);
  if (!options.plot.empty() && !options.plot.ends_with(".svg") && !options.plot.ends_with(".png"))
    throw UsageError(fmt::format("--plot {}: the name must end in .svg or .png", options.plot));
  if (options.timeline && (options.plot.empty() || options.versions.size() != 1 || !options.sweeps.empty()))
    throw UsageError("--timeline chooses what --plot draws for one version: it needs --plot and --kernel, but no --sweep");
  check_files(lesson.info(), texts, options);
  check_looks(lesson, options);
  if (options.in.empty()) return;
  if (const std::string option = look(options); !option.empty() && (option != "--picture" || options.json().empty()))
    throw UsageError(
        "--in and --out only run a version; they do not go with --profile, --check, --lines or --trace, nor, without --json, --picture");
  const OtherFormats others = other_formats(options);
  if (!options.sweeps.empty() || others.asked || !options.plot.empty())
    throw UsageError(fmt::format("--in and --out only run a version; they do not go with --sweep, {} or --plot", others.options));
  if (!texts.reps.empty() && !options.json().empty()) throw UsageError("--in and --out with --json run a version once: without --reps");
  if (!options.json().empty() && (!kOnSimulator || !is_watched(lesson.versions()[options.versions.front()])))
    throw UsageError("--in and --out with --json write what a version's kernels do; this needs the simulator, and a version with kernels");
  if (!options.input.empty() || !options.output.empty())
    throw UsageError(
        "--in and --out are raw bytes, but --input and --output are files in the lesson's own format; they do not go together");
  if (options.versions.size() != 1)
    throw UsageError(
        fmt::format("--in and --out run one version; choose one with --kernel: {}", names_of(lesson.versions(), options.versions)));
}

Size default_size(const LessonInfo& info) { return kOnSimulator ? info.simulator_size : info.gpu_size; }

std::string types_of(const Lessons& lessons) {
  std::string types;
  for (const auto& lesson : lessons) types += (types.empty() ? "" : ", ") + std::string(lesson->info().type);
  return types;
}

/// The lesson of that type; the first one where no type was asked for.
const Lesson& choose_lesson(const Lessons& lessons, const std::string& type) {
  if (type.empty()) return *lessons.front();
  const auto chosen = std::ranges::find(lessons, type, [](const auto& lesson) { return lesson->info().type; });
  if (chosen == lessons.end()) throw UsageError(fmt::format("--type {}: there is no such type; there are {}", type, types_of(lessons)));
  return **chosen;
}

/// What one number means where sizes have several extents: "; N alone is NxN".
std::string meaning_of_one_number(const LessonInfo& info) {
  if (info.dimensions == 1) return "";
  return fmt::format("; N alone is Nx{}{}", info.second_extent != 0 ? std::to_string(info.second_extent) : "N",
                     info.dimensions == 3 ? "xN" : "");
}

std::vector<std::size_t> versions_of(const Lesson& lesson, const Texts& texts) {
  return texts.kernel.empty() ? ladder_of(lesson.versions()) : choose_versions(lesson.versions(), texts.kernel);
}

/// "short,float" as a sweep. A version that is for other types only is missing at such a point.
Sweep sweep_of_types(const Lessons& lessons, const Texts& texts) {
  Sweep sweep{.key = "type", .values = {}};
  for (const std::string& type : split(texts.type, ',')) {
    const Lesson& lesson = choose_lesson(lessons, type);
    if (std::ranges::find(sweep.values, type, &SweepValue::text) != sweep.values.end())
      throw UsageError(fmt::format("--type {}: {} is there twice", texts.type, type));
    sweep.values.push_back({type, [&lesson, versions = versions_of(lesson, texts)](PointRequest& point) {
                              point.lesson = &lesson;
                              point.versions = versions;
                            }});
  }
  return sweep;
}

/// Declares the options that these lessons have.
void declare(CommandLine& words, const Lessons& lessons, Texts& texts, Options& options) {
  const LessonInfo& info = lessons.front()->info();
  words.add_flag("--list", options.list, "List the versions and their ideas, and do nothing else");
  words.add("--kernel", texts.kernel, "Only these versions: names or beginnings of names, such as v3,v5");
  if (info.type != nullptr)
    words.add("--type", texts.type, fmt::format("Type of the elements: {} [{}]; or several", types_of(lessons), info.type));
  words.add(
      "--size", texts.size,
      fmt::format("Elements{}{}; 1000, 2^20 and 1M are understood{} [{}]", info.dimensions > 1 ? ", " : "",
                  info.dimensions > 1 ? info.size_form : "", meaning_of_one_number(info), to_string(default_size(info), info.dimensions)));
  words.add("--counters-at", texts.counters_at,
            "Count what kernels do at this size instead, where --size would take long (needs the simulator)");
  words.add("--seed", texts.seed, fmt::format("Seed for the random inputs [{}]", options.seed));
  words.add("--block", texts.block, "Threads per block [each version's own choice]");
  words.add("--grid", texts.grid, "Blocks in the grid [each version's own choice]");
  if (info.takes_tile) words.add("--tile", texts.tile, "Threads per block, WxH [each version's own choice]");
  if (info.takes_elements) words.add("--elements", texts.elements, "Elements of a row that a block works on [each version's own choice]");
  words.add("--threads", texts.threads, "Threads of the CPU, for versions with OpenMP [each version's own choice]");
  texts.settings.resize(info.settings.size());
  for (std::size_t i = 0; i < info.settings.size(); ++i) {
    const Setting& setting = info.settings[i];
    words.add(fmt::format("--{}", setting.name), texts.settings[i], fmt::format("{} [{}]", setting.help, setting.preset));
  }
  words.add_repeated("--sweep", texts.sweeps,
                     fmt::format("One run for each value: {} (doubling); twice, for each pair of values", sweep_forms(info)));
  words.add("--show", texts.show, fmt::format("What a sweep shows: {} [those that mean something]", measure_names()));
  words.add("--reps", texts.reps, "Timed repetitions [until the median is known well enough]");
  words.add_flag("--once", options.once, "Run each version once, verified and not timed, as for a debugger");
  words.add_flag("--profile", options.profile, "Print what each kernel's launches add up to, under the hardware profiler's names");
  words.add_flag("--launches", options.launches, "The same of each launch");
  words.add_flag("--check", options.check, "Print a report of each hazard found in the kernels");
  words.add_flag("--lines", options.lines, "Print the source with its counters beside it");
  words.add("--picture", options.picture, "Draw what one version's first warp touches to this .svg file (needs --kernel)");
  words.add("--trace", options.trace, "Write what warps do, step by step, to this file: the first warp of the first block of each launch");
  for (const TraceWord& word : kTraceWords) words.add(word.option, texts.trace.*word.value, word.help);
  for (std::size_t i = 0; i < kDataFormats.size(); ++i)
    words.add(fmt::format("--{}", kDataFormats[i].name), options.data[i],
              fmt::format("Write the results as {} to this file; - prints them, and nothing else", kDataFormats[i].in_help));
  constexpr const char* kTimeline = "the timeline of its copies and kernels";
  words.add("--plot", options.plot,
            fmt::format("Draw to this .svg or .png file (needs gnuplot): the ladder, or a sweep, or, for one version, {}",
                        info.history != nullptr ? info.history : kTimeline));
  if (info.history != nullptr) words.add_flag("--timeline", options.timeline, fmt::format("For one version, --plot draws {}", kTimeline));
  if (info.input_form != nullptr)
    words.add("--input", options.input, fmt::format("Run on this file, {}, instead of generated inputs", info.input_form));
  if (info.output_form != nullptr)
    words.add("--output", options.output, fmt::format("Write the last version's answer to this file, {}", info.output_form));
  words.add("--in", options.in, "Run one version on this file of raw inputs, unverified (needs --kernel, --size, --out)");
  words.add("--out", options.out, "Write that version's raw outputs to this file; with --json, also what its kernels did");
}

}  // namespace

std::uint64_t parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size())
    throw UsageError(fmt::format("--seed {}: a seed is a whole number from 0 to 2^64 - 1", text));
  return seed;
}

std::vector<std::size_t> choose_versions(const std::vector<VersionInfo>& versions, const std::string& choice) {
  std::set<std::size_t> chosen;
  for (const std::string& name : split(choice, ',')) {
    const auto exact = std::ranges::find(versions, name, &VersionInfo::name);
    const std::size_t before = chosen.size();
    for (std::size_t i = 0; i < versions.size(); ++i) {
      const bool match = exact != versions.end() ? versions[i].name == name : begins_with_name(versions[i].name, name);
      if (match) chosen.insert(i);
    }
    if (chosen.size() > before || exact != versions.end()) continue;
    const std::string wrong = name.empty() ? choice + ": a name is missing at a comma" : name + ": there is no such version";
    throw UsageError(
        fmt::format("--kernel {}; there {} {}", wrong, versions.size() == 1 ? "is only" : "are", names_of(versions, all_of(versions))));
  }
  return {chosen.begin(), chosen.end()};
}

Options parse_options(const Lessons& lessons, int argc, const char* const* argv) {
  Options options;
  Texts texts;
  CommandLine words(fmt::format("{}: runs, verifies and times the lesson's versions.", lessons.front()->info().title),
                    lessons.front()->info().name);
  declare(words, lessons, texts, options);
  options.lesson = lessons.front().get();
  options.help = words.parse(argc, argv);
  if (!options.help.empty()) return options;

  const std::string type = split(texts.type, ',').front();
  const Lesson& lesson = choose_lesson(lessons, type);
  const LessonInfo& info = lesson.info();
  options.lesson = &lesson;
  options.versions = versions_of(lesson, texts);
  const auto size_in = [&](const std::string& t) { return parse_size(t, info.dimensions, info.size_form, info.second_extent); };
  options.size = texts.size.empty() ? default_size(info) : parse_named("--size", texts.size, size_in);
  if (!texts.counters_at.empty()) options.counters_at = parse_named("--counters-at", texts.counters_at, size_in);
  if (!texts.seed.empty()) options.seed = parse_seed(texts.seed);
  if (!texts.block.empty()) options.settings.block = parse_block(texts.block);
  if (!texts.grid.empty()) options.settings.grid = parse_grid(texts.grid);
  if (!texts.tile.empty()) options.settings.tile = parse_tile(texts.tile);
  if (!texts.reps.empty()) options.settings.reps = static_cast<int>(bounded("--reps", texts.reps, 1'000'000, "repetitions must be"));
  options.lesson_settings = parse_settings(info, texts.settings);
  if (!texts.elements.empty()) options.settings.elements = parse_elements(texts.elements);
  if (!texts.threads.empty()) options.settings.threads = parse_threads(texts.threads);
  if (!texts.show.empty()) options.shown = parse_shown(texts.show);
  if (const Sweep types = sweep_of_types(lessons, texts); types.values.size() > 1) options.sweeps.push_back(types);
  for (const std::string& text : texts.sweeps) options.sweeps.push_back(parse_sweep(text, info));
  options.traced = parse_trace(texts.trace, options.trace);
  check_together(lesson, texts, options);
  options.points =
      points_of(options.sweeps, {.lesson = &lesson, .versions = options.versions, .size = options.size, .settings = options.settings});
  return options;
}

}  // namespace lockstep
