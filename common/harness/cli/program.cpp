/// @file
/// @brief What a lesson program does.
#include "harness/cli/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <system_error>

#include "harness/cli/options.hpp"
#include "harness/plots/gnuplot.hpp"
#include "harness/plots/picture.hpp"
#include "harness/reports/report.hpp"
#include "harness/reports/time_profile.hpp"
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

/// The simulator's own time means nothing to a sweep, unless it is asked for.
bool times_kernels(const Options& options) {
  return !kOnSimulator || options.sweeps.empty() || std::ranges::find(options.shown, "own_time") != options.shown.end();
}

LadderRequest request_of(const Options& options, const PointRequest& point) {
  const bool watched = kOnSimulator && !options.once;
  return {.versions = point.versions,
          .size = point.size,
          .seed = options.seed,
          .settings = point.settings,
          .watching = {.counters = watched, .hazards = watched, .requests = options.picture.empty() ? 0 : kPicturedOfALine},
          .counted_size = options.counters_at.value_or(point.size),
          .once = options.once,
          .times_kernels = times_kernels(options),
          .lesson_settings = options.lesson_settings,
          .input = options.input,
          .output = options.output};
}

std::vector<SweepAxis> axes_of(const std::vector<Sweep>& sweeps) {
  std::vector<SweepAxis> axes;
  for (const Sweep& sweep : sweeps) {
    SweepAxis& axis = axes.emplace_back(SweepAxis{.key = sweep.key});
    for (const SweepValue& value : sweep.values) axis.values.push_back(value.text);
  }
  return axes;
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
          .sweeps = axes_of(options.sweeps),
          .shown = options.shown};
}

/// What versions on the host did at points before: a shape of blocks does not change it, and on long inputs they take longest.
class HostResults {
 public:
  void keep(const PointRequest& at, const Point& point) {
    for (const VersionResult& result : point.versions)
      if (result.version.on_host()) kept_.push_back({at.lesson, at.size, at.settings.threads, result});
  }
  /// Null where it was not run yet.
  const VersionResult* find(const PointRequest& at, const VersionInfo& version) const {
    const auto same = [&](const Kept& kept) {
      return kept.lesson == at.lesson && kept.size == at.size && kept.threads == at.settings.threads &&
             kept.result.version.name == version.name;
    };
    const auto found = std::ranges::find_if(kept_, same);
    return found != kept_.end() ? &found->result : nullptr;
  }

 private:
  struct Kept {
    const Lesson* lesson;
    Size size;
    unsigned threads;
    VersionResult result;
  };
  std::vector<Kept> kept_;
};

/// Runs what was not run before.
Point run_point(const Options& options, const PointRequest& at, const Device& device, HostResults& on_host, Progress& progress) {
  LadderRequest request = request_of(options, at);
  std::vector<VersionResult> known;
  std::erase_if(request.versions, [&](std::size_t version) {
    const VersionResult* const before = on_host.find(at, at.lesson->versions()[version]);
    if (before != nullptr) known.push_back(*before);
    return before != nullptr;
  });
  Point point = climb(*at.lesson, device, request, progress);
  on_host.keep(at, point);
  std::ranges::move(known, std::back_inserter(point.versions));
  std::ranges::stable_sort(point.versions, comes_before, &VersionResult::version);
  return point;
}

/// Where nothing at all can be run as asked, the reason is the answer.
void require_any_run(const RunResult& run) {
  const VersionResult* first = nullptr;
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions) {
      if (result.skipped.empty()) return;
      if (first == nullptr) first = &result;
    }
  throw UsageError(fmt::format("{}: {}", first->version.name, first->skipped));
}

/// @param lesson  the one of the options, or the same on a file
RunResult run_ladders(const Lesson& lesson, const Options& options, const Device& device) {
  std::vector<PointRequest> points = options.points;
  int steps = 0;
  for (PointRequest& point : points) {
    if (options.sweeps.empty()) point.lesson = &lesson;
    require_memory(*point.lesson, point.versions, point.size);
    steps += ladder_steps(*point.lesson, request_of(options, point));
  }
  RunResult run = new_run(lesson, options, device, points.front().size);
  run.limits = measure_limits(device);
  Progress progress(steps);
  HostResults on_host;
  for (const PointRequest& at : points) {
    Point point = run_point(options, at, device, on_host, progress);
    add_rates(point, at.lesson->cost(point.size), run.limits, kOnSimulator);
    run.points.push_back(std::move(point));
  }
  require_any_run(run);
  return run;
}

bool plots_one_version(const Options& options) { return !options.plot.empty() && options.sweeps.empty() && options.versions.size() == 1; }

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

/// Records one run of a version, after one that is not recorded.
Timeline record_timeline(const Lesson& lesson, std::size_t version, const Options& options, const Device& device) {
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
  if (options.plot.empty() || (options.sweeps.empty() && !run.any_timed())) return;
  if (draws_history(lesson, options))
    draw_history(run, record_history(lesson, options, device), options.plot);
  else if (draws_timeline(lesson, options))
    draw_timeline(run, record_timeline(lesson, options.versions.front(), options, device), options.plot);
  else
    draw_plot(run, options.plot);
}

bool profiles_times(const Options& options) { return !kOnSimulator && (options.profile || options.launches); }

/// Where the time went, on a GPU.
void print_times(const Lesson& lesson, const Options& options, const Device& device, const RunResult& run) {
  for (const std::size_t version : options.versions) {
    const VersionInfo& info = lesson.versions()[version];
    const VersionResult* const result = run.points.front().find(info.name);
    if (info.on_host() || !result->verified) continue;
    fmt::print("{}", time_profile_text(info.name, record_timeline(lesson, version, options, device), options.launches));
  }
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
  if (options.profile && kOnSimulator) fmt::print("{}", profile_text(run));
  if (options.launches && kOnSimulator) fmt::print("{}", launches_text(run));
  if (options.check) fmt::print("{}", hazards_text(run));
}

ExitStatus run_ladder(const Lesson& lesson, const Options& options) {
  for (const std::string* file : {&options.output, &options.plot, &options.picture, &options.trace})
    if (!file->empty()) require_writable(*file);
  for (const std::string& file : options.data)
    if (!file.empty()) require_writable(file);
  if (!options.plot.empty()) require_gnuplot();
  if (draws_timeline(lesson, options) || profiles_times(options)) TimelineRecorder::require();
  const Device device = find_device();
  // First, so that there is a trace of a version that another size makes crash.
  if (!options.trace.empty()) write_trace(lesson, options, device);
  const RunResult run = run_ladders(lesson, options, device);
  if (std::ranges::none_of(options.data, is_standard_output)) {
    print_reports(run, options);
    if (profiles_times(options)) print_times(lesson, options, device, run);
  }
  for (std::size_t i = 0; i < kDataFormats.size(); ++i)
    if (!options.data[i].empty()) write_file(options.data[i], kDataFormats[i].text(run));
  plot(lesson, options, device, run);
  if (!options.picture.empty()) draw_picture(run, options.picture);
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
                   {.counters = true, .hazards = true, .requests = options.picture.empty() ? 0 : kPicturedOfALine, .shares = true});
  const Observation& seen = observed.seen;
  run.points.push_back({.size = options.size, .versions = {{.version = info, .seen = seen}}});
  write_file(options.json(), json_text(run));
  if (observed.failure) std::rethrow_exception(observed.failure);
  if (!options.picture.empty() && !all_requests(seen.launches).empty()) draw_picture(run, options.picture);
}

/// For graders: one version, inputs and outputs as raw files, no verdict here. Where it runs several times, the last outputs count.
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
    const auto bench = make_bench(info, *problem, options.settings, device);
    for (int rep = 0; rep < std::max(options.settings.reps, 1); ++rep) bench->run_once(version);
  }
  host.write_outputs(options.out);
  return kSucceeded;
}

ExitStatus run_ladder_on_file(const Lesson& lesson, Options options) {
  const FileLesson on_file(lesson, options.input);
  options.size = options.points.front().size = on_file.size();
  return run_ladder(on_file, options);
}

void require_versions(const Lesson& lesson) {
  if (!lesson.versions().empty()) return;
  throw std::runtime_error(
      "no version is registered: the last line of a version, or of an exercise, is  const Version version{__FILE__, \"what it does\", "
      "run};");
}

/// What an exercise's tests count is what reaches the host from the device: so its arrays must be the device's.
void require_device_memory(const Lesson& lesson) {
  if (!std::string_view(lesson.info().name).ends_with(" exercise")) return;
  for (const VersionInfo& version : lesson.versions())
    if (version.memory != Memory::device)
      throw UsageError(
          fmt::format("{}: an exercise works in the device's memory: register run() in exercise.cu without Memory", version.name));
}

ExitStatus run_as_asked(const Options& options) {
  const Lesson& lesson = *options.lesson;
  if (!options.help.empty() || options.list) {
    fmt::print("{}", options.list ? list_text(lesson) : options.help);
    return kSucceeded;
  }
  require_versions(lesson);
  require_device_memory(lesson);
  if (!options.in.empty()) return run_on_files(lesson, options);
  return options.input.empty() ? run_ladder(lesson, options) : run_ladder_on_file(lesson, options);
}

int complain(const Lessons& lessons, std::string_view message, ExitStatus status) {
  fmt::print(stderr, "{}: {}\n", lessons.front()->info().name, message);
  return status;
}

}  // namespace

int run_program(const Lessons& lessons, int argc, const char* const* argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // whoever stops a program that does not end sees what it printed until then
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
  } catch (const std::system_error& error) {
    const bool is_of_output = std::ferror(stdout) != 0;
    return complain(lessons, is_of_output ? "cannot write to the standard output: " + error.code().message() : error.what(), kFailed);
  } catch (const std::exception& error) {
    return complain(lessons, error.what(), kFailed);
  }
}

}  // namespace lockstep
