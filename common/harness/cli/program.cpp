/// @file
/// @brief What a lesson program does.
#include "harness/cli/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>

#include "harness/cli/options.hpp"
#include "harness/plots/gnuplot.hpp"
#include "harness/plots/picture.hpp"
#include "harness/reports/report.hpp"
#include "harness/running/file_lesson.hpp"
#include "harness/running/host_arrays.hpp"
#include "harness/running/ladder.hpp"
#include "harness/running/observed_run.hpp"
#include "harness/timing/backend.hpp"
#include "harness/timing/timeline.hpp"
#include "harness/tracing/traced_run.hpp"
#include "lockstep/cuda_error.hpp"
#include "lockstep/machine_error.hpp"
#include "lockstep/usage_error.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
#include "support/progress.hpp"

namespace lockstep {
namespace {

constexpr double kComputeBound = 8;  // operations a byte, above which GFLOP/s say more than GB/s; GPUs balance at 10 to 20

/// The host holds exact and real inputs and outputs, and the answers in double, which take at most as much again. The simulator's
/// device memory and page-locked memory are the host's, too.
constexpr double kCopies = 4;

void require_memory(const Lesson& lesson, const std::vector<std::size_t>& versions, Size size) {
  const bool pinned = std::ranges::any_of(versions, [&](std::size_t v) { return lesson.versions()[v].memory == Memory::pinned; });
  const double needed = lesson.cost(size).bytes * (kCopies + (kOnSimulator ? 1 : 0) + (pinned ? 1 : 0));
  const double present = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (needed > present)
    throw MachineError(fmt::format("size {} needs {:.3g} GB of memory; this machine has {:.3g} GB",
                                   to_string(size, lesson.info().dimensions), needed / 1e9, present / 1e9));
}

std::vector<LadderRequest> requests(const Options& options) {
  const bool watched = kOnSimulator && options.sweep.empty() && !options.once;
  LadderRequest request{.versions = options.versions,
                        .size = options.size,
                        .seed = options.seed,
                        .settings = options.settings,
                        .watching = {.counters = watched, .hazards = watched, .requests = options.picture.empty() ? 0 : kPicturedOfALine},
                        .counted_size = options.counters_at.value_or(options.size),
                        .once = options.once,
                        .lesson_settings = options.lesson_settings,
                        .input = options.input,
                        .output = options.output};
  if (options.sweep.empty()) return {request};
  std::vector<LadderRequest> all;
  for (const Size size : options.sweep_sizes) {
    request.size = size;
    all.push_back(request);
  }
  for (const RunSettings& settings : options.sweep_settings) {
    request.settings = settings;
    all.push_back(request);
  }
  return all;
}

std::vector<SettingValue> settings_of(const LessonInfo& info, const std::vector<double>& values) {
  std::vector<SettingValue> settings;
  for (std::size_t i = 0; i < values.size(); ++i)
    settings.push_back({info.settings[i].name, values[i], values[i] == info.settings[i].preset});
  return settings;
}

/// What is known about a run before it begins.
RunResult new_run(const Lesson& lesson, const Options& options, const Device& device, Size size) {
  const Cost cost = lesson.cost(size);
  return {.lesson = lesson.info().name,
          .title = lesson.info().title,
          .type = lesson.info().type != nullptr ? lesson.info().type : "",
          .dimensions = lesson.info().dimensions,
          .size_form = lesson.info().size_form,
          .takes_tile = lesson.info().takes_tile,
          .backend = std::string(kBackend),
          .device = device.name,
          .toolkit = device.toolkit,
          .seed = options.seed,
          .input = options.input,
          .settings = settings_of(lesson.info(), options.lesson_settings),
          .compute_bound = cost.operations > kComputeBound * cost.bytes,
          .rate = lesson.info().rate != nullptr ? lesson.info().rate : "",
          .sweep = options.sweep};
}

RunResult run_ladders(const Lesson& lesson, const Options& options, const Device& device) {
  const std::vector<LadderRequest> all = requests(options);
  int steps = 0;
  for (const LadderRequest& request : all) {
    require_memory(lesson, request.versions, request.size);
    steps += ladder_steps(lesson, request);
  }
  RunResult run = new_run(lesson, options, device, all.front().size);
  run.limits = measure_limits(device);
  Progress progress(steps);
  for (const LadderRequest& request : all) {
    Point point = climb(lesson, device, request, progress);
    add_rates(point, lesson.cost(point.size), run.limits, kOnSimulator);
    run.points.push_back(std::move(point));
  }
  return run;
}

bool plots_one_version(const Options& options) { return !options.plot.empty() && options.sweep.empty() && options.versions.size() == 1; }

/// One version is drawn as its history, if it leaves one and nothing else was asked for.
bool draws_history(const Lesson& lesson, const Options& options) {
  return plots_one_version(options) && lesson.info().history != nullptr && !options.timeline;
}

/// Otherwise, on a GPU, as its timeline.
bool draws_timeline(const Lesson& lesson, const Options& options) {
  return plots_one_version(options) && !draws_history(lesson, options) && !lesson.versions()[options.versions.front()].on_host();
}

Series record_history(const Lesson& lesson, const Options& options, const Device& device) {
  const std::size_t version = options.versions.front();
  const auto problem = lesson.make_case(options.size, options.seed, InputKind::real, options.lesson_settings);
  make_bench(lesson.versions()[version], *problem, options.settings, device)->run_once(version);
  return problem->history();
}

/// Records one run of the one version, after one that is not recorded.
Timeline record_timeline(const Lesson& lesson, const Options& options, const Device& device) {
  const std::size_t version = options.versions.front();
  RunSettings settings = options.settings;
  settings.poison = false;  // its memsets are not the version's
  const auto problem = lesson.make_case(options.size, options.seed, InputKind::real, options.lesson_settings);
  const auto bench = make_gpu_bench(lesson.versions()[version].memory, *problem, settings, device);
  bench->run_once(version);
  const auto recorder = TimelineRecorder::begin();
  bench->run_once(version);
  return recorder->end();
}

void plot(const Lesson& lesson, const Options& options, const Device& device, const RunResult& run) {
  if (options.plot.empty() || !run.any_timed()) return;
  if (draws_history(lesson, options))
    draw_history(run, record_history(lesson, options, device), options.plot);
  else if (draws_timeline(lesson, options))
    draw_timeline(run, record_timeline(lesson, options, device), options.plot);
  else
    draw_plot(run, options.plot);
}

void write_trace(const Lesson& lesson, const Options& options, const Device& device) {
  const KernelTrace trace = trace_versions(lesson, device,
                                           {.versions = options.versions,
                                            .size = options.size,
                                            .seed = options.seed,
                                            .settings = options.settings,
                                            .lesson_settings = options.lesson_settings,
                                            .request = options.traced});
  write_file(options.trace, to_text(trace));
  if (!trace.cut.empty()) fmt::print(stderr, "{}: {}; --trace-events N allows more\n", lesson.info().name, trace.cut);
}

/// What people read.
void print_reports(const RunResult& run, const Options& options) {
  const bool colour = obeys_escapes(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr;
  fmt::print("{}", table_text(run, colour));
  if (run.any_errors() && !options.check) fmt::print("There are hazards: --check shows what they are and how to fix them.\n");
  if (!options.output.empty() && !run.points.front().output_written)
    fmt::print("{} was not written: {} failed.\n", options.output, run.points.front().versions.back().version.name);
  fmt::print("{}", notes_text(run));
  if (options.lines) fmt::print("{}", lines_text(run));
  if (options.profile) fmt::print("{}", profile_text(run));
  if (options.check) fmt::print("{}", hazards_text(run));
}

ExitStatus run_ladder(const Lesson& lesson, const Options& options) {
  for (const std::string* file : {&options.output, &options.plot, &options.picture, &options.trace})
    if (!file->empty()) require_writable(*file);
  for (const std::string& file : options.data)
    if (!file.empty()) require_writable(file);
  if (!options.plot.empty()) require_gnuplot();
  if (draws_timeline(lesson, options)) TimelineRecorder::require();
  const Device device = find_device();
  const RunResult run = run_ladders(lesson, options, device);
  if (std::ranges::none_of(options.data, is_standard_output)) print_reports(run, options);
  for (std::size_t i = 0; i < kDataFormats.size(); ++i)
    if (!options.data[i].empty()) write_file(options.data[i], kDataFormats[i].text(run));
  plot(lesson, options, device, run);
  if (!options.picture.empty()) draw_picture(run, options.picture);
  if (!options.trace.empty()) write_trace(lesson, options, device);
  if (run.any_wrong() || run.any_errors()) return kFailed;
  return run.all_verified() ? kSucceeded : kMachineLacks;
}

/// Runs a version once on the bound arrays, under a watch; what was seen is written even if the run fails, because it may be the reason.
void run_watched(const Lesson& lesson, const Options& options, Case& problem) {
  const std::size_t version = options.versions.front();
  const VersionInfo& info = lesson.versions()[version];
  const Device device = find_device();
  RunResult run = new_run(lesson, options, device, options.size);
  const ObservedRun observed =
      run_observed(version, info.memory, problem, options.settings, device,
                   {.counters = true, .hazards = true, .requests = options.picture.empty() ? 0 : kPicturedOfALine});
  const Observation& seen = observed.seen;
  run.points.push_back({.size = options.size, .versions = {{.version = info, .seen = seen}}});
  write_file(options.json(), json_text(run));
  if (observed.failure) std::rethrow_exception(observed.failure);
  if (!options.picture.empty() && !all_requests(seen.launches).empty()) draw_picture(run, options.picture);
}

/// For graders: one version, inputs and outputs as raw files, no verdict here.
ExitStatus run_on_files(const Lesson& lesson, const Options& options) {
  for (const std::string* file : {&options.out, &options.json(), &options.picture})
    if (!file->empty()) require_writable(*file);
  require_memory(lesson, options.versions, options.size);
  const auto problem = lesson.make_case(options.size, options.seed, InputKind::real, options.lesson_settings);
  HostArrays host;
  problem->bind(host);
  host.read_inputs(options.in);
  const std::size_t version = options.versions.front();
  const VersionInfo& info = lesson.versions()[version];
  if (!options.json().empty()) {
    run_watched(lesson, options, *problem);
  } else {
    const Device device = info.on_host() ? Device{} : find_device();  // a version on the host needs none
    make_bench(info, *problem, options.settings, device)->run_once(version);
  }
  host.write_outputs(options.out);
  return kSucceeded;
}

ExitStatus run_ladder_on_file(const Lesson& lesson, Options options) {
  const FileLesson on_file(lesson, options.input);
  options.size = on_file.size();
  return run_ladder(on_file, options);
}

ExitStatus run_as_asked(const Options& options) {
  const Lesson& lesson = *options.lesson;
  if (!options.help.empty() || options.list) {
    fmt::print("{}", options.list ? list_text(lesson) : options.help);
    return kSucceeded;
  }
  if (!options.in.empty()) return run_on_files(lesson, options);
  return options.input.empty() ? run_ladder(lesson, options) : run_ladder_on_file(lesson, options);
}

int complain(const Lessons& lessons, std::string_view message, ExitStatus status) {
  fmt::print(stderr, "{}: {}\n", lessons.front()->info().name, message);
  return status;
}

}  // namespace

int run_program(const Lessons& lessons, int argc, const char* const* argv) {
  try {
    const ExitStatus status = run_as_asked(parse_options(lessons, argc, argv));
    flush_output();
    return status;
  } catch (const UsageError& error) {
    return complain(lessons, error.what(), kWrongUsage);
  } catch (const MachineError& error) {
    return complain(lessons, error.what(), kMachineLacks);
  } catch (const std::bad_alloc&) {
    return complain(lessons, "not enough memory; try a smaller --size", kMachineLacks);
  } catch (const std::exception& error) {
    return complain(lessons, error.what(), kFailed);
  }
}

}  // namespace lockstep
