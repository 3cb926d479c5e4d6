/// @file
/// @brief Tests the statistics of repetitions and when they end.
#include <chrono>
#include <cmath>
#include <thread>

#include "catch.hpp"
#include "harness/timing/timing.hpp"

using namespace lockstep;

namespace {
constexpr TimingPlan kManyRounds{.warm_up = 2, .min_reps = 4, .max_reps = 20, .max_seconds = 60, .spread = 0.01};
}  // namespace

TEST_CASE("Median, minimum and maximum", "[timing]") {
  const Timing odd = summarize({5, 1, 3});
  CHECK(odd.median == 3);
  CHECK(odd.min == 1);
  CHECK(odd.max == 5);
  CHECK(odd.reps == 3);
  CHECK(summarize({4, 1, 2, 100}).median == 3);
  CHECK(summarize({7}).median == 7);
}

TEST_CASE("The median's uncertainty falls with more samples and ignores an outlier", "[timing]") {
  CHECK(median_uncertainty({3, 3, 3}) == 0);
  // median 10, absolute deviations 1, 0, 1, so their median is 1
  CHECK(median_uncertainty({9, 10, 11}) == Catch::Approx(1.2533 * 1.4826 / std::sqrt(3.0) / 10));
  CHECK(median_uncertainty({9, 10, 11, 9, 10, 11, 9, 11}) < median_uncertainty({9, 10, 11}));
  CHECK(median_uncertainty({9, 10, 1e9}) == median_uncertainty({9, 10, 11}));
  CHECK(median_uncertainty({0, 0}) == 0);
}

TEST_CASE("Steady measurements end early, after the warm-up, which does not count", "[timing]") {
  int calls = 0;
  const Timing timing = repeat(kManyRounds, [&] { return ++calls <= 2 ? 1000.0 : 1.0; });
  CHECK(calls == 6);
  CHECK(timing.reps == 4);
  CHECK(timing.max == 1);
}

TEST_CASE("Unsteady measurements end at the cap", "[timing]") {
  int calls = 0;
  const Timing timing = repeat(kManyRounds, [&] { return 1.0 + ++calls * 7 % 10; });
  CHECK(timing.reps == 20);
}

TEST_CASE("Time that runs out ends the repetitions after the first that counts", "[timing]") {
  TimingPlan plan = kManyRounds;
  plan.max_seconds = 0;
  CHECK(repeat(plan, [] { return 1.0; }).reps == 1);
}

TEST_CASE("Time that others take between two repetitions does not count", "[timing]") {
  using namespace std::chrono_literals;
  TimingPlan hurried = with_reps(kManyRounds, 5);
  hurried.max_seconds = 0.05;
  Repetitions quick(hurried), slow(hurried);
  const auto sleep = [] {
    std::this_thread::sleep_for(30ms);
    return 30.0;
  };
  int turns = 0;
  for (; !slow.enough() || !quick.enough(); ++turns) {
    if (!slow.enough()) slow.add(sleep);
    if (!quick.enough()) quick.add([] { return 1.0; });
  }
  CHECK(slow.summary().reps == 2);  // 60 ms; two that warm up do not count
  CHECK(quick.summary().reps == 5);
  CHECK(turns == 7);
}

TEST_CASE("A first repetition that takes all the time that the plan allows is the only one, and counts", "[timing]") {
  TimingPlan plan = kManyRounds;
  plan.max_seconds = 0;
  Repetitions repetitions(plan);
  repetitions.add([] { return 1000.0; });
  CHECK(repetitions.enough());
  CHECK(repetitions.summary().median == 1000);
}

TEST_CASE("There are not enough repetitions before one counts", "[timing]") {
  TimingPlan plan = with_reps(kManyRounds, 1);
  plan.max_seconds = 1000;
  Repetitions repetitions(plan);
  for (int warming_up = 0; warming_up < 2; ++warming_up) {
    repetitions.add([] { return 1000.0; });
    CHECK_FALSE(repetitions.enough());
  }
  repetitions.add([] { return 1.0; });
  CHECK(repetitions.enough());
  CHECK(repetitions.summary().max == 1);
}

TEST_CASE("On a GPU and on the simulator a run that does not count comes first: it takes the scratch memory", "[timing]") {
  for (const TimingPlan& plan : {kGpuPlan, kTransferPlan, kSimulatorPlan}) CHECK(plan.warm_up >= 1);
}

TEST_CASE("Repetitions asked for are made, neither more nor fewer", "[timing]") {
  TimingPlan hurried = kManyRounds;
  hurried.max_seconds = 0;
  CHECK(repeat(with_reps(hurried, 7), [] { return 1.0; }).reps == 7);
  int calls = 0;
  CHECK(repeat(with_reps(kManyRounds, 3), [&] { return static_cast<double>(++calls); }).reps == 3);
}

TEST_CASE("The host's clock measures what work takes", "[timing]") {
  const double spun = host_milliseconds_of([] {
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(5)) {
    }
  });
  CHECK(spun >= 5);
  CHECK(spun < 1000);
}
