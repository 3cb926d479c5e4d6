/// @file
/// @brief Verifies and times versions.
#include "ladder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "lockstep/cuda_error.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

/// NaN prints as "-nan" where its sign is set, which means nothing.
double unsigned_nan(double value) { return std::isnan(value) ? std::abs(value) : value; }

bool counts_apart(const LadderRequest& request) { return request.watching.counters && request.counted_size != request.size; }

/// Keeps a version's notes.
class NoteList final : public Notes {
 public:
  explicit NoteList(std::vector<Note>& list) : list_(list) {}
  void add(std::string name, std::string value) override { list_.push_back({std::move(name), std::move(value)}); }

 private:
  std::vector<Note>& list_;
};

/// A case, and what it is for.
struct Instance {
  Size size;
  InputKind kind;
  bool timed;
  Watching watching;
  std::unique_ptr<Case> problem;
};

/// Takes each version through all instances of the problem: one version after the other, so that one that ruins the device
/// cannot spoil what those before it achieved.
class Climber {
 public:
  Climber(const Lesson& lesson, const Device& device, const LadderRequest& request, Progress& progress)
      : lesson_(lesson), device_(device), request_(request), progress_(progress) {
    progress.step("making inputs");
    const bool counted_apart = counts_apart(request);
    const Watching only_hazards{.hazards = request.watching.hazards};
    for (const Size ragged : lesson.info().ragged_sizes) add_instance(ragged, InputKind::exact, false, only_hazards);
    if (counted_apart) add_instance(request.counted_size, InputKind::real, false, request.watching);
    add_instance(request.size, InputKind::exact, false, {});
    add_instance(request.size, InputKind::real, true, counted_apart ? Watching{} : request.watching);
  }

  std::vector<VersionResult> climb() {
    std::vector<VersionResult> results;
    for (const std::size_t version : request_.versions) results.push_back(climb_with(version));
    if (!request_.output.empty() && results.back().verified) instances_.back().problem->write_outputs(request_.output);
    return results;
  }

 private:
  void add_instance(Size size, InputKind kind, bool timed, const Watching& watching) {
    instances_.push_back({size, kind, timed, watching, lesson_.make_case(size, request_.seed, kind, request_.lesson_settings)});
  }

  VersionResult climb_with(std::size_t version) {
    VersionResult result{.version = lesson_.versions().at(version)};
    if (!result.version.on_host() && !device_killer_.empty())
      result.failure = fmt::format("{} was not run: the failure of {} left the device unusable", result.version.name, device_killer_);
    for (const Instance& instance : instances_) {
      progress_.step(fmt::format("{} at {}", result.version.name, to_string(instance.size, lesson_.info().dimensions)));
      if (result.failure.empty()) run_one(version, instance, result);
    }
    result.verified = result.failure.empty();
    return result;
  }

  void run_one(std::size_t version, const Instance& instance, VersionResult& result) {
    try {
      if (!result.version.on_host()) watch(version, instance, result);
      NoteList notes(result.notes);
      RunSettings settings = request_.settings;
      if (instance.timed) settings.notes = &notes;
      const auto bench = make_bench(result.version, *instance.problem, settings, device_);
      bench->run_once(version);
      if (instance.timed) add_summary(*instance.problem, notes);
      judge(instance.problem->check(), instance, "", result);
      if (instance.timed) result.work = instance.problem->work();
      if (instance.timed) time(version, *bench, instance, result);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", result.version.name, error.what()));
    } catch (const std::exception& error) {
      result.failure = fmt::format("{} failed on {}: {}", result.version.name, describe(instance), error.what());
      if (!result.version.on_host() && !device_still_works()) device_killer_ = result.version.name;
    }
    if (!result.failure.empty()) result.time = result.end_to_end = std::nullopt;  // the time of a wrong answer means nothing
  }

  static void add_summary(const Case& problem, Notes& notes) {
    std::string summary = problem.summary();
    if (!summary.empty()) notes.add("answer", std::move(summary));
  }

  /// Times what there is to time, and judges what the timed runs left behind.
  void time(std::size_t version, Bench& bench, const Instance& instance, VersionResult& result) const {
    if (!result.failure.empty()) return;
    result.time = bench.time(version);
    if (result.time) judge(instance.problem->check(), instance, " in the timed runs", result);
    if (!result.failure.empty()) return;
    result.end_to_end = bench.time_end_to_end(version);
    if (result.end_to_end) judge(instance.problem->check(), instance, " in the timed runs with copies", result);
  }

  /// Runs the version once under a watch. What was seen until a failure is kept, too: it may be the reason.
  void watch(std::size_t version, const Instance& instance, VersionResult& result) {
    if (!instance.watching.counters && !instance.watching.hazards) return;
    RunSettings settings = request_.settings;
    settings.poison = false;
    const auto watching = Watch::begin(instance.watching);
    std::exception_ptr failure;
    try {
      make_gpu_bench(result.version.memory, *instance.problem, settings, device_)->run_once(version);
    } catch (...) {
      failure = std::current_exception();
    }
    add_seen(watching->end(), instance, result);
    if (failure) std::rethrow_exception(failure);
  }

  static void add_seen(Observation seen, const Instance& instance, VersionResult& result) {
    std::vector<Hazard> hazards = result.seen ? std::move(result.seen->hazards) : std::vector<Hazard>{};
    merge_hazards(hazards, seen.hazards);
    if (instance.watching.counters || !result.seen) result.seen = std::move(seen);
    result.seen->hazards = std::move(hazards);
  }

  void judge(const Verdict& verdict, const Instance& instance, std::string_view when, VersionResult& result) const {
    result.error = verdict.error;
    result.bound = verdict.bound;
    if (verdict.passed) return;
    const std::string element = verdict.index >= 0 ? fmt::format("[{}]", verdict.index) : "";
    result.failure = fmt::format("{} is wrong on {}{}: {}{}: expected {:.9g}, got {:.9g}, allowed error {:.3g}{}", result.version.name,
                                 describe(instance), when, verdict.what.empty() ? "output" : verdict.what, element, verdict.expected,
                                 unsigned_nan(verdict.got), verdict.bound, verdict.why.empty() ? "" : fmt::format(" ({})", verdict.why));
  }

  std::string describe(const Instance& instance) const {
    if (instance.kind == InputKind::real && instance.size == request_.size && !request_.input.empty())
      return fmt::format("{}, size {}", request_.input, to_string(instance.size, lesson_.info().dimensions));
    return fmt::format("{} inputs, size {}, seed {}", instance.kind == InputKind::exact ? "exact" : "real",
                       to_string(instance.size, lesson_.info().dimensions), request_.seed);
  }

  static bool device_still_works() {
    static_cast<void>(cudaGetLastError());  // forgets an error that only concerned one call; a sticky one stays
    return cudaDeviceSynchronize() == cudaSuccess;
  }

  const Lesson& lesson_;
  const Device& device_;
  const LadderRequest& request_;
  Progress& progress_;
  std::vector<Instance> instances_;
  std::string device_killer_;
};

}  // namespace

int ladder_steps(const Lesson& lesson, const LadderRequest& request) {
  const std::size_t instances = lesson.info().ragged_sizes.size() + (counts_apart(request) ? 3 : 2);
  return static_cast<int>(1 + instances * request.versions.size());
}

Point climb(const Lesson& lesson, const Device& device, const LadderRequest& request, Progress& progress) {
  Point point{.size = request.size,
              .block = request.settings.block,
              .grid = request.settings.grid,
              .tile = request.settings.tile,
              .versions = Climber(lesson, device, request, progress).climb()};
  if (request.watching.counters) point.counted = Counted{request.counted_size, lesson.cost(request.counted_size).bytes};
  return point;
}

}  // namespace lockstep
