/// @file
/// @brief Tests the order in which versions are verified and timed, and what happens to those that fail when they are timed.
#include "harness/running/ladder.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "catch.hpp"
#include "harness/running/lesson.hpp"
#include "harness/timing/backend.hpp"
#include "lockstep/arrays.hpp"
#include "lockstep/cuda_error.hpp"
#include "texts.hpp"

using namespace lockstep;
using lockstep::testing::has;

namespace {

constexpr int kVerifying = 3;  // runs: exact at the ragged size, exact and real at the size asked for
constexpr int kReps = 2;
constexpr int kWarmUp = kOnSimulator ? 1 : 2;
constexpr int kTimed = kVerifying + kWarmUp + kReps;  // that many runs until the last that is timed without copies

/// A run of a version: copies `count` elements.
struct Run {
  const float* x;
  float* y;
  std::size_t count;
  const Launch& launch;
  int number;  ///< of this version's runs, from 1

  void copy() const { check(cudaMemcpyAsync(y, x, count * sizeof(float), cudaMemcpyDefault, launch.stream)); }
};

struct Script {
  const char* file;
  std::function<void(const Run&)> run;
};

/// What happened.
struct Record {
  std::string order;  ///< a digit for each run
  std::map<std::size_t, int> runs;
  std::vector<float> written{};  ///< where an output was asked for
};

class ScriptedCase final : public Case {
 public:
  ScriptedCase(Size size, const std::vector<Script>& scripts, Record& record)
      : x_(static_cast<std::size_t>(size.count()), 3.0F), y_(x_.size()), scripts_(scripts), record_(record) {}

  void bind(Arrays& arrays) override {
    in_ = arrays.input("x", x_);
    out_ = arrays.output("y", y_);
  }
  void run(std::size_t version, const Launch& launch) override {
    record_.order += std::to_string(version);
    scripts_[version].run({in_, out_, x_.size(), launch, ++record_.runs[version]});
  }
  Verdict check() override { return compare(y_, std::vector<double>(y_.size(), 3.0), 0.5, "y"); }
  void write_outputs(const std::string&) const override { record_.written = y_; }

 private:
  std::vector<float> x_, y_;
  const float* in_ = nullptr;
  float* out_ = nullptr;
  const std::vector<Script>& scripts_;
  Record& record_;
};

/// A lesson whose versions are functions.
class ScriptedLesson final : public Lesson {
 public:
  explicit ScriptedLesson(std::vector<Script> scripts) : scripts_(std::move(scripts)) {
    for (const Script& script : scripts_) versions_.push_back(describe_version(script.file, "", ""));
  }

  const LessonInfo& info() const override { return kInfo; }
  const std::vector<VersionInfo>& versions() const override { return versions_; }
  Cost cost(Size) const override { return {}; }
  std::unique_ptr<Case> make_case(Size size, std::uint64_t, InputKind, std::span<const double>) const override {
    return std::make_unique<ScriptedCase>(size, scripts_, record);
  }

  mutable Record record;

 private:
  static constexpr std::array kRagged{Size{1}};
  static constexpr LessonInfo kInfo{.name = "scripted", .title = "", .simulator_size = {5}, .gpu_size = {5}, .ragged_sizes = kRagged};
  std::vector<Script> scripts_;
  std::vector<VersionInfo> versions_;
};

void right(const Run& run) { run.copy(); }
void right_on_host(const Run& run) { std::copy_n(run.x, run.count, run.y); }

std::vector<VersionResult> climbed(const ScriptedLesson& lesson, const std::string& output = "") {
  LadderRequest request{.versions = {}, .size = {5}, .settings = {.reps = kReps}, .watching = {}, .counted_size = {5}, .output = output};
  for (std::size_t version = 0; version < lesson.versions().size(); ++version) request.versions.push_back(version);
  Progress progress(ladder_steps(lesson, request));
  return climb(lesson, find_device(), request, progress).versions;
}

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

/// Three versions; the one in the middle is given.
std::vector<VersionResult> climbed_with(std::function<void(const Run&)> odd_one) {
  return climbed(ScriptedLesson({{"v1_naive.cu", right}, {"v2_odd.cu", std::move(odd_one)}, {"v3_other.cu", right}}));
}

void check_right_and_timed(const VersionResult& result) {
  CAPTURE(result.version.name, result.failure, result.untimed);
  CHECK(result.verified);
  REQUIRE(result.time);
  CHECK(result.time->reps == kReps);
  CHECK(result.end_to_end.has_value() == !kOnSimulator);
}

/// Only the version in the middle failed, with this message.
void check_fails_alone(const std::vector<VersionResult>& results, const std::string& words) {
  CHECK_FALSE(results[1].verified);
  CHECK_FALSE(results[1].time);
  CHECK_FALSE(results[1].end_to_end);
  CHECK(results[1].untimed.empty());
  CAPTURE(results[1].failure);
  CHECK(has(results[1].failure, words));
  for (const std::size_t other : {0U, 2U}) check_right_and_timed(results[other]);
}

}  // namespace

TEST_CASE("All are verified first, one after the other, and then those on the device are timed by turns", "[ladder]") {
  const ScriptedLesson lesson({{"v0_cpu.cpp", right_on_host},
                               {"v0_other.cpp", right_on_host},
                               {"v1_naive.cu", right},
                               {"v2_coalesced.cu", right},
                               {"v3_other.cu", right}});
  for (const VersionResult& result : climbed(lesson)) {
    CAPTURE(result.version.name, result.failure);
    CHECK(result.verified);
    CHECK(result.time.value_or(Timing{}).reps == kReps);
  }
  const std::string host = times(kHostPlan.warm_up + kReps, "0") + times(kHostPlan.warm_up + kReps, "1");
  const std::string expected = "000111222333444" + host + times(kWarmUp + kReps, "234");
  CHECK(lesson.record.order.substr(0, expected.size()) == expected);
  if (kOnSimulator) CHECK(lesson.record.order.size() == expected.size());
}

TEST_CASE("What was wrong before takes no part in the rounds", "[ladder]") {
  const ScriptedLesson lesson({{"v1_naive.cu", right}, {"v2_odd.cu", [](const Run&) {}}, {"v3_other.cu", right}});
  check_fails_alone(climbed(lesson), "v2_odd is wrong on exact inputs, size 1, seed 0: y[0]: expected 3, got nan");
  const std::string expected = "0001222" + times(kWarmUp + kReps, "02");
  CHECK(lesson.record.order.substr(0, expected.size()) == expected);
}

TEST_CASE("A version that is wrong in its last timed run alone fails, and fails alone", "[ladder]") {
  check_fails_alone(climbed_with([](const Run& run) {
                      if (run.number == kTimed)
                        check(cudaMemsetAsync(run.y, 0, sizeof(float), run.launch.stream));
                      else
                        run.copy();
                    }),
                    "v2_odd is wrong on real inputs, size 5, seed 0 in the timed runs: y[0]: expected 3, got ");
}

TEST_CASE("What others left in the outputs, or an earlier run did, does not help a version that does nothing", "[ladder]") {
  const int last_good = GENERATE(as<int>{}, kVerifying, kVerifying + 1, kTimed - 1);
  check_fails_alone(climbed_with([&](const Run& run) {
                      if (run.number <= last_good) run.copy();
                    }),
                    "v2_odd is wrong on real inputs, size 5, seed 0 in the timed runs: y[0]: expected 3, got nan");
}

TEST_CASE("A host's version that does nothing after its first timed run is found as well", "[ladder]") {
  const auto results = climbed(ScriptedLesson({{"v0_cpu.cpp",
                                                [](const Run& run) {
                                                  if (run.number <= kVerifying + 1) right_on_host(run);
                                                }},
                                               {"v1_naive.cu", right}}));
  CHECK(has(results[0].failure, "in the timed runs: y[0]: expected 3, got nan"));
  check_right_and_timed(results[1]);
}

TEST_CASE("A version that throws when it is timed fails alone", "[ladder]") {
  const int run_that_throws = GENERATE(as<int>{}, kVerifying + 1, kTimed);
  check_fails_alone(climbed_with([&](const Run& run) {
                      if (run.number == run_that_throws) throw std::runtime_error("no such luck");
                      run.copy();
                    }),
                    "v2_odd failed on real inputs, size 5, seed 0 in the timed runs: no such luck");
}

TEST_CASE("A version whose memory is not to be had beside that of the others stays right, and says why it has no time", "[ladder]") {
  const auto results = climbed_with([](const Run& run) {
    if (run.number > kVerifying) run.launch.scratch<std::byte>(std::size_t{1} << 60);
    run.copy();
  });
  CHECK(results[1].verified);
  CHECK_FALSE(results[1].time);
  CHECK_FALSE(results[1].end_to_end);
  CHECK(results[1].untimed == "v2_odd was not timed: it does not fit on the device together with the others; try --kernel v2_odd");
  for (const std::size_t other : {0U, 2U}) check_right_and_timed(results[other]);
}

TEST_CASE("The answer that is written is the last version's, whichever is timed last", "[ladder]") {
  const ScriptedLesson lesson({{"v1_naive.cu", right}, {"v0_cpu.cpp", [](const Run& run) { std::fill_n(run.y, run.count, 2.75F); }}});
  climbed(lesson, "somewhere");
  CHECK(lesson.record.written == std::vector<float>(5, 2.75F));
}

TEST_CASE("Where the last version is wrong, nothing is written", "[ladder]") {
  const ScriptedLesson lesson({{"v1_naive.cu", right}, {"v2_odd.cu", [](const Run&) {}}});
  climbed(lesson, "somewhere");
  CHECK(lesson.record.written.empty());
}
