/// @file
/// @brief Verifies versions, and times those that are right.
#include "harness/running/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "harness/running/observed_run.hpp"
#include "harness/running/rounds.hpp"
#include "harness/running/trial.hpp"
#include "harness/timing/backend.hpp"
#include "harness/timing/watched.hpp"
#include "lockstep/cuda_error.hpp"

namespace lockstep {
/// Keeps a version's notes. The guard of submissions knows it by name (grading/guard/checks/checks.cpp).
class NoteList final : public Notes {
 public:
  explicit NoteList(std::vector<Note>& list) : list_(list) {}
  void add(std::string name, std::string value) override { list_.push_back({std::move(name), std::move(value)}); }

 private:
  std::vector<Note>& list_;
};

namespace {

bool counts_apart(const LadderRequest& request) { return request.watching.counters && request.counted_size != request.size; }

using Seconds = std::chrono::duration<double>;

/// Counting takes as long as several runs that are not watched. Says so where that is more than a moment.
std::string waiting_text(Seconds unwatched) {
  constexpr double kTimesAsLong = 4;
  constexpr Seconds kMoment(3);
  const Seconds expected = unwatched * kTimesAsLong;
  return expected < kMoment ? "" : fmt::format(", counting for about {:.0f} s (--counters-at N is quicker)", expected.count());
}

/// Takes the versions through all instances of the problem, and times those that are right.
class Climber {
 public:
  Climber(const Lesson& lesson, const Device& device, const LadderRequest& request, Progress& progress)
      : lesson_(lesson), device_(device), request_(request), progress_(progress), trial_(lesson, request) {
    progress.step("making inputs");
    if (request.once)
      add_instance(request.size, InputKind::exact, false, {});
    else
      add_all_instances();
  }

  Point climb() {
    const RunSettings& asked = request_.settings;
    Point point{.size = request_.size,
                .block = asked.block,
                .grid = asked.grid,
                .tile = asked.tile,
                .elements = asked.elements,
                .threads = asked.threads,
                .type = lesson_.info().type != nullptr ? lesson_.info().type : ""};
    for (const std::size_t version : request_.versions) results_.push_back(verify(version));
    point.output_written = write_output();
    if (!request_.once) time_all();
    for (VersionResult& result : results_) conclude(result);
    point.versions = std::move(results_);
    return point;
  }

 private:
  void add_all_instances() {
    const bool counted_apart = counts_apart(request_);
    const Watching only_hazards{.hazards = request_.watching.hazards};
    for (const Size ragged : lesson_.info().ragged_sizes) add_instance(ragged, InputKind::exact, false, only_hazards);
    add_instance(request_.size, InputKind::exact, false, {});
    if (counted_apart) add_instance(request_.counted_size, InputKind::real, false, request_.watching);
    add_instance(request_.size, InputKind::real, true, counted_apart ? Watching{} : request_.watching);
  }

  void add_instance(Size size, InputKind kind, bool timed, const Watching& watching) {
    instances_.push_back({size, kind, timed, watching, lesson_.make_case(size, request_.seed, kind, request_.lesson_settings)});
  }

  /// Each version on each instance has its own bench, so that one that ruins the device cannot spoil the results of those before it.
  VersionResult verify(std::size_t version) {
    VersionResult result{.version = lesson_.versions().at(version)};
    if (!can_run(result.version))
      result.failure =
          fmt::format("{} was not run: the failure of {} left the device unusable", result.version.name, trial_.device_killer());
    Seconds unwatched{};
    for (const Instance& instance : instances_) {
      progress_.step(fmt::format(
          "{} at {}{}", result.version.name, to_string(instance.size, lesson_.info().dimensions),
          instance.watching.counters && is_watched(result.version) ? (counts_apart(request_) ? "" : waiting_text(unwatched)) : ""));
      if (!result.failure.empty() || !result.skipped.empty()) continue;
      const auto begin = std::chrono::steady_clock::now();
      trial_.attempt(result, instance, "", [&] { run_once(version, instance, result); });
      unwatched = std::chrono::steady_clock::now() - begin;
    }
    return result;
  }

  bool can_run(const VersionInfo& version) const { return version.on_host() || trial_.device_killer().empty(); }

  void run_once(std::size_t version, const Instance& instance, VersionResult& result) {
    if (is_watched(result.version)) watch(version, instance, result);
    NoteList notes(result.notes);
    RunSettings settings = request_.settings;
    if (instance.timed) settings.notes = &notes;
    make_bench(result.version, *instance.problem, settings, device_)->run_once(version);
    if (instance.timed) add_summary(*instance.problem, notes);
    trial_.judge(result, instance, "");
    if (!instance.timed) return;
    result.work = instance.problem->work();
    result.iterations = instance.problem->iterations();
  }

  static void add_summary(const Case& problem, Notes& notes) {
    std::string summary = problem.summary();
    if (!summary.empty()) notes.add("answer", std::move(summary));
  }

  /// Also keeps what was seen before a failure: it may be the reason.
  void watch(std::size_t version, const Instance& instance, VersionResult& result) {
    if (!instance.watching.counters && !instance.watching.hazards) return;
    ObservedRun run = run_observed(version, result.version.memory, *instance.problem, request_.settings, device_, instance.watching);
    add_seen(std::move(run.seen), instance, result);
    if (run.failure) std::rethrow_exception(run.failure);
  }

  static void add_seen(Observation seen, const Instance& instance, VersionResult& result) {
    std::vector<Hazard> hazards = result.seen ? std::move(result.seen->hazards) : std::vector<Hazard>{};
    merge_hazards(hazards, seen.hazards);
    if (instance.watching.counters || !result.seen) result.seen = std::move(seen);
    result.seen->hazards = std::move(hazards);
  }

  /// Before anything is timed: the host's outputs are still those that were checked last, which are the last version's.
  bool write_output() const {
    if (request_.output.empty() || !results_.back().failure.empty() || !results_.back().skipped.empty()) return false;
    timed_instance().problem->write_outputs(request_.output);
    return true;
  }

  const Instance& timed_instance() const { return instances_.back(); }

  /// A GPU that waits for the CPU lowers its clocks, so versions on the host do not take turns with others.
  void time_all() {
    for (const std::size_t version : request_.versions) {
      if (!result_of(version).version.on_host()) continue;
      progress_.step("timing " + result_of(version).version.name);
      time_together({version});
    }
    for (const Memory memory : {Memory::device, Memory::pinned}) {
      progress_.step("timing by turns");
      if (request_.times_kernels) time_together(versions_in(memory));
    }
  }

  VersionResult& result_of(std::size_t version) {
    return results_[static_cast<std::size_t>(std::ranges::find(request_.versions, version) - request_.versions.begin())];
  }

  std::vector<std::size_t> versions_in(Memory memory) const {
    std::vector<std::size_t> versions;
    std::ranges::copy_if(request_.versions, std::back_inserter(versions),
                         [&](std::size_t version) { return lesson_.versions()[version].memory == memory; });
    return versions;
  }

  /// Times the correct versions in the same kind of memory: their own work in turns, then one after the other with copies.
  void time_together(std::vector<std::size_t> versions) {
    std::erase_if(versions, [&](std::size_t version) { return !may_be_timed(result_of(version)); });
    if (versions.empty()) return;
    const auto bench = make_bench(result_of(versions.front()).version, *timed_instance().problem, request_.settings, device_);
    if (bench->plan()) time_by_turns(Rounds(*bench, versions), *bench);
    for (const std::size_t version : versions) time_end_to_end(version, *bench);
  }

  bool may_be_timed(const VersionResult& result) const {
    return result.failure.empty() && result.skipped.empty() && result.untimed.empty() && !is_answer_alone(result.version) &&
           can_run(result.version);
  }

  void time_by_turns(Rounds rounds, Bench& bench) {
    constexpr std::string_view kWhen = " in the timed runs";
    while (!rounds.over() && can_run(lesson_.versions()[rounds.version()])) {
      VersionResult& result = result_of(rounds.version());
      trial_.attempt(result, timed_instance(), kWhen, [&] {
        result.time = take_turn(rounds, result);
        if (!result.time) return;
        bench.fetch_outputs();
        trial_.judge(result, timed_instance(), kWhen);
      });
    }
  }

  /// A version whose scratch memory does not fit beside that of the others is still correct.
  static std::optional<Timing> take_turn(Rounds& rounds, VersionResult& result) {
    try {
      return rounds.take_turn();
    } catch (const CudaError& error) {
      if (error.code() != cudaErrorMemoryAllocation) throw;
      static_cast<void>(cudaGetLastError());  // otherwise the next check would report it
      result.untimed =
          fmt::format("{0} was not timed: it does not fit on the device together with the others; try --kernel {0}", result.version.name);
      return std::nullopt;
    }
  }

  void time_end_to_end(std::size_t version, Bench& bench) {
    VersionResult& result = result_of(version);
    if (!may_be_timed(result)) return;
    constexpr std::string_view kWhen = " in the timed runs with copies";
    trial_.attempt(result, timed_instance(), kWhen, [&] {
      result.end_to_end = bench.time_end_to_end(version);
      if (result.end_to_end) trial_.judge(result, timed_instance(), kWhen);
    });
  }

  void conclude(VersionResult& result) const {
    result.verified = result.failure.empty() && result.skipped.empty();
    if (!result.verified || !result.untimed.empty() || can_run(result.version)) return;
    const bool has_all = result.end_to_end || (kOnSimulator && result.time);
    if (!has_all)
      result.untimed = fmt::format("{} was not timed{}: the failure of {} left the device unusable", result.version.name,
                                   result.time ? " with copies" : "", trial_.device_killer());
  }

  const Lesson& lesson_;
  const Device& device_;
  const LadderRequest& request_;
  Progress& progress_;
  Trial trial_;
  std::vector<Instance> instances_;
  std::vector<VersionResult> results_;  // one for each of LadderRequest::versions
};

}  // namespace

int ladder_steps(const Lesson& lesson, const LadderRequest& request) {
  if (request.once) return static_cast<int>(1 + request.versions.size());
  const std::size_t instances = lesson.info().ragged_sizes.size() + (counts_apart(request) ? 3 : 2);
  const auto on_host = std::ranges::count_if(request.versions, [&](std::size_t v) { return lesson.versions()[v].on_host(); });
  return static_cast<int>(1 + instances * request.versions.size() + static_cast<std::size_t>(on_host) + 2);
}

Point climb(const Lesson& lesson, const Device& device, const LadderRequest& request, Progress& progress) {
  Point point = Climber(lesson, device, request, progress).climb();
  if (request.watching.counters) point.counted = Counted{request.counted_size, lesson.cost(request.counted_size).bytes};
  return point;
}

}  // namespace lockstep
