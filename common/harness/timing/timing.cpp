/// @file
/// @brief Statistics of repetitions, and the two clocks.
#include "harness/timing/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace lockstep {
namespace {

using Clock = std::chrono::steady_clock;

double median_of(std::vector<double> samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle);
  if (samples.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(samples.begin(), middle)) / 2;
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

TimingPlan with_reps(TimingPlan plan, int reps) {
  plan.min_reps = plan.max_reps = reps;
  plan.max_seconds = std::numeric_limits<double>::infinity();
  return plan;
}

Timing summarize(std::vector<double> samples) {
  const auto [min, max] = std::ranges::minmax(samples);
  const int reps = static_cast<int>(samples.size());
  return {.median = median_of(std::move(samples)), .min = min, .max = max, .reps = reps};
}

double median_uncertainty(const std::vector<double>& samples) {
  const double median = median_of(samples);
  if (median <= 0) return 0;
  std::vector<double> deviations(samples.size());
  std::ranges::transform(samples, deviations.begin(), [median](double sample) { return std::abs(sample - median); });
  return 1.2533 * 1.4826 * median_of(std::move(deviations)) / std::sqrt(static_cast<double>(samples.size())) / median;
}

void Repetitions::add(const std::function<double()>& measure) {
  const auto begin = Clock::now();
  const double milliseconds = measure();
  const bool slow = seconds_since(begin) > plan_.max_seconds;  // what warms up takes less, and this is all that the plan allows
  if (warm_up_left_ > 0 && !slow) {
    --warm_up_left_;
    return;
  }
  samples_.push_back(milliseconds);
  seconds_ += seconds_since(begin);
}

bool Repetitions::enough() const {
  const int reps = static_cast<int>(samples_.size());
  if (reps == 0) return false;
  if (reps >= plan_.max_reps || seconds_ > plan_.max_seconds) return true;
  return reps >= plan_.min_reps && median_uncertainty(samples_) < plan_.spread;
}

Timing repeat(const TimingPlan& plan, const std::function<double()>& measure) {
  Repetitions repetitions(plan);
  while (!repetitions.enough()) repetitions.add(measure);
  return repetitions.summary();
}

double host_milliseconds_of(const std::function<void()>& work) {
  const auto begin = Clock::now();
  work();
  return seconds_since(begin) * 1e3;
}

double StreamTimer::milliseconds_of(const std::function<void()>& enqueue) const {
  if (flush_.size() > 0) check(cudaMemsetAsync(flush_.data(), 0, flush_.size(), stream_));
  begin_.record(stream_);
  enqueue();
  end_.record(stream_);
  end_.synchronize();
  return milliseconds(begin_, end_);
}

}  // namespace lockstep
