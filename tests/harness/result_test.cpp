/// @file
/// @brief Tests rates, shares of the limit and speed-ups.
#include "harness/timing/result.hpp"
#include "catch.hpp"

using namespace lockstep;

namespace {

VersionResult timed(const char* file, double milliseconds) {
  VersionResult result{.version = describe_version(file, "", ""), .verified = true};
  result.time = Timing{milliseconds, milliseconds, milliseconds, 1};
  return result;
}

Point ladder() {
  return {.size = {1},
          .versions = {timed("v0_cpu.cpp", 80), timed("v1_naive.cu", 40), timed("v3_shared_memory.cu", 4), timed("peer_a.cu", 8),
                       timed("peer_b.cu", 2)}};
}

constexpr Cost kCost{.bytes = 8e6, .operations = 2e6};
constexpr Limits kLimits{.copy_gb_per_s = 8, .fma_gflop_per_s = 4};  // so the bytes take 1 ms, the operations 0.5 ms

}  // namespace

TEST_CASE("The limit is the slower of moving and computing", "[result]") {
  CHECK(percent_of_limit(kCost, kLimits, 4).value_or(0) == Catch::Approx(25));
  CHECK(percent_of_limit({.bytes = 8e6, .operations = 8e6}, kLimits, 4).value_or(0) == Catch::Approx(50));
  CHECK_FALSE(percent_of_limit(kCost, {}, 4));
  CHECK_FALSE(percent_of_limit(kCost, kLimits, 0));
}

TEST_CASE("Rates are the cost over the median", "[result]") {
  Point point = ladder();
  add_rates(point, kCost, kLimits, false);
  CHECK(point.versions[2].gb_per_s.value_or(0) == Catch::Approx(2));
  CHECK(point.versions[2].gflop_per_s.value_or(0) == Catch::Approx(0.5));
  CHECK(point.versions[2].percent_of_limit.value_or(0) == Catch::Approx(25));
  CHECK_FALSE(point.versions[0].percent_of_limit);  // the limit is the GPU's
}

TEST_CASE("A lesson's own measure of work has a rate, where a version did any", "[result]") {
  Point point = ladder();
  point.versions[2].work = 3e6;
  add_rates(point, kCost, kLimits, false);
  CHECK(point.versions[2].rate.value_or(0) == Catch::Approx(3e6 / point.versions[2].time->median / 1e6));
  CHECK_FALSE(point.versions[1].rate);
}

TEST_CASE("What is shown of speed is the lesson's own measure, or GFLOP/s, or GB/s", "[result]") {
  VersionResult version;
  version.gb_per_s = 1;
  version.gflop_per_s = 2;
  version.rate = 3;
  RunResult run;
  CHECK(run.shown_rate(version) == 1.0);
  CHECK(run.shown_unit() == "GB/s");
  run.compute_bound = true;
  CHECK(run.shown_rate(version) == 2.0);
  CHECK(run.shown_unit() == "GFLOP/s");
  run.rate = "GTEPS";
  CHECK(run.shown_rate(version) == 3.0);
  CHECK(run.shown_unit() == "GTEPS");
}

TEST_CASE("Speed-ups are against the naive version, the CPU and the best peer", "[result]") {
  Point point = ladder();
  add_rates(point, kCost, kLimits, false);
  const Speedup& speedup = point.versions[2].speedup;
  CHECK(speedup.naive.value_or(0) == Catch::Approx(10));
  CHECK(speedup.cpu.value_or(0) == Catch::Approx(20));
  CHECK(speedup.library.value_or(0) == Catch::Approx(0.5));
  CHECK(point.versions[0].speedup.cpu.value_or(0) == Catch::Approx(1));
}

TEST_CASE("There is no speed-up against what was not run or not timed", "[result]") {
  Point point = ladder();
  point.versions[0].time.reset();
  point.versions.erase(point.versions.begin() + 1);
  add_rates(point, kCost, kLimits, false);
  CHECK_FALSE(point.versions[0].gb_per_s);
  CHECK_FALSE(point.versions[1].speedup.naive);
  CHECK_FALSE(point.versions[1].speedup.cpu);
  CHECK(point.versions[1].speedup.library);
}

TEST_CASE("The simulator's time makes no rates and no speed-ups", "[result]") {
  Point point = ladder();
  add_rates(point, kCost, {}, true);
  CHECK(point.versions[0].gb_per_s);  // the host's time is a real one
  CHECK_FALSE(point.versions[0].speedup.naive);
  CHECK_FALSE(point.versions[2].gb_per_s);
  CHECK_FALSE(point.versions[2].gflop_per_s);
  CHECK_FALSE(point.versions[2].percent_of_limit);
  CHECK_FALSE(point.versions[2].speedup.cpu);
}

TEST_CASE("A run is verified where each version is at each point", "[result]") {
  RunResult run;
  run.points = {ladder(), ladder()};
  CHECK(run.all_verified());
  CHECK(run.any_timed());
  run.points[1].versions[4].verified = false;
  CHECK_FALSE(run.all_verified());
  for (Point& point : run.points)
    for (VersionResult& result : point.versions) result.time.reset();
  CHECK_FALSE(run.any_timed());
}
