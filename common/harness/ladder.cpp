/// @file
/// @brief Verifies and times versions.
#include "ladder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <string>

#include "lockstep/cuda_error.hpp"
#include "lockstep/usage_error.hpp"
#include "machine_error.hpp"

namespace lockstep {
namespace {

/// NaN prints as "-nan" where its sign is set, which means nothing.
double unsigned_nan(double value) { return std::isnan(value) ? std::abs(value) : value; }

struct Instance {
  Size size;
  InputKind kind;
  bool timed;
};

std::vector<Instance> instances(const Lesson& lesson, Size size) {
  std::vector<Instance> all;
  for (const Size ragged : lesson.info().ragged_sizes) all.push_back({ragged, InputKind::exact, false});
  all.push_back({size, InputKind::exact, false});
  all.push_back({size, InputKind::real, true});
  return all;
}

/// Takes the versions through the instances of the problem, one instance after the other.
class Climber {
 public:
  Climber(const Lesson& lesson, const Device& device, const LadderRequest& request, Progress& progress)
      : lesson_(lesson), device_(device), request_(request), progress_(progress) {
    for (const std::size_t version : request.versions) results_.push_back({.version = lesson.versions().at(version)});
  }

  std::vector<VersionResult> climb() {
    for (const Instance& instance : instances(lesson_, request_.size)) {
      const auto problem = lesson_.make_case(instance.size, request_.seed, instance.kind);
      run_all(*problem, instance, true);
      run_all(*problem, instance, false);
    }
    for (VersionResult& result : results_) result.verified = result.failure.empty();
    return std::move(results_);
  }

 private:
  void run_all(Case& problem, const Instance& instance, bool on_host) {
    std::unique_ptr<Bench> bench;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      VersionResult& result = results_[i];
      if (result.version.on_host != on_host) continue;
      progress_.step(fmt::format("{} at {}", result.version.name, to_string(instance.size)));
      if (!on_host && !device_killer_.empty() && result.failure.empty())
        result.failure = fmt::format("{} was not run to its end: the failure of {} left the device unusable", result.version.name, device_killer_);
      if (!result.failure.empty()) continue;
      if (!bench) bench = make_bench(problem, instance, on_host);
      run_one(*bench, problem, instance, request_.versions[i], result);
    }
  }

  std::unique_ptr<Bench> make_bench(Case& problem, const Instance& instance, bool on_host) {
    if (on_host) return make_host_bench(problem, request_.settings);
    try {
      return make_device_bench(problem, request_.settings, device_);
    } catch (const CudaError& error) {
      if (error.code() != cudaErrorMemoryAllocation) throw;
      throw MachineError(fmt::format("size {} does not fit in the memory of {} ({:.1f} GB)", to_string(instance.size), device_.name,
                                     static_cast<double>(device_.memory_bytes) / 1e9));
    }
  }

  void run_one(Bench& bench, Case& problem, const Instance& instance, std::size_t version, VersionResult& result) {
    try {
      bench.choose(version);
      bench.run_once();
      judge(problem.check(), instance, "", result);
      if (!instance.timed || !result.failure.empty()) return;
      result.time = bench.time();
      judge(problem.check(), instance, " in the timed runs", result);
      result.end_to_end = bench.time_end_to_end();
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", result.version.name, error.what()));
    } catch (const std::exception& error) {
      result.failure = fmt::format("{} failed on {}: {}", result.version.name, describe(instance), error.what());
      if (!result.version.on_host && !device_still_works()) device_killer_ = result.version.name;
    }
    if (!result.failure.empty()) result.time = result.end_to_end = std::nullopt;  // the time of a wrong answer means nothing
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
    return fmt::format("{} inputs, size {}, seed {}", instance.kind == InputKind::exact ? "exact" : "real", to_string(instance.size),
                       request_.seed);
  }

  static bool device_still_works() {
    static_cast<void>(cudaGetLastError());  // forgets an error that only concerned one call; a sticky one stays
    return cudaDeviceSynchronize() == cudaSuccess;
  }

  const Lesson& lesson_;
  const Device& device_;
  const LadderRequest& request_;
  Progress& progress_;
  std::vector<VersionResult> results_;
  std::string device_killer_;
};

}  // namespace

int ladder_steps(const Lesson& lesson, const LadderRequest& request) {
  return static_cast<int>(instances(lesson, request.size).size() * request.versions.size());
}

Point climb(const Lesson& lesson, const Device& device, const LadderRequest& request, Progress& progress) {
  return {.size = request.size,
          .block = request.settings.block,
          .grid = request.settings.grid,
          .versions = Climber(lesson, device, request, progress).climb()};
}

}  // namespace lockstep
