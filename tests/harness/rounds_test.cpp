/// @file
/// @brief Tests whose turn it is in the rounds, and when versions leave them.
#include "harness/running/rounds.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace lockstep;

namespace {

/// A bench whose versions take as many milliseconds as the test says, and which writes down whose turn it was.
class Scripted final : public Bench {
 public:
  explicit Scripted(TimingPlan plan) : plan_(plan) {}

  void run_once(std::size_t) override {}
  std::optional<TimingPlan> plan() const override { return plan_; }
  void upload_inputs() override { order += 'i'; }
  double time_once(std::size_t version) override {
    order += std::to_string(version);
    const std::vector<double>& times = milliseconds.at(version);
    const std::size_t turn = turns_[version]++;
    if (turn >= times.size()) throw std::runtime_error("no more");
    return times[turn];
  }

  std::map<std::size_t, std::vector<double>> milliseconds;
  std::string order;

 private:
  TimingPlan plan_;
  std::map<std::size_t, std::size_t> turns_;
};

constexpr TimingPlan kFewRounds{.warm_up = 1, .min_reps = 2, .max_reps = 4, .max_seconds = 60, .spread = 0.01};

/// The times of all that leave with some, in the order in which they leave.
std::vector<std::pair<std::size_t, Timing>> play(Rounds rounds) {
  std::vector<std::pair<std::size_t, Timing>> left;
  for (int turn = 0; turn < 100 && !rounds.over(); ++turn) {
    const std::size_t version = rounds.version();
    try {
      if (const auto timing = rounds.take_turn()) left.emplace_back(version, *timing);
    } catch (const std::runtime_error&) {
    }
  }
  return left;
}

}  // namespace

TEST_CASE("One repetition of each version follows the other", "[rounds]") {
  Scripted bench(with_reps(kFewRounds, 3));
  bench.milliseconds = {{4, {1, 2, 3, 4}}, {1, {5, 6, 7, 8}}, {7, {1, 1, 1, 1}}};
  const auto left = play(Rounds(bench, {4, 1, 7}));
  CHECK(bench.order == "i417417417417");
  REQUIRE(left.size() == 3);
  CHECK(left[0].first == 4);
  CHECK(left[0].second.median == 3);
  CHECK(left[1].second.median == 7);
  CHECK(left[2].second.reps == 3);
}

TEST_CASE("A version whose median is known leaves the rounds, and the others go on", "[rounds]") {
  Scripted bench(kFewRounds);
  bench.milliseconds = {{0, {9, 1, 2, 3, 4}}, {1, {9, 5, 5}}, {2, {9, 8, 4, 2, 1}}};
  const auto left = play(Rounds(bench, {0, 1, 2}));
  CHECK(bench.order == "i0120120120202");  // a warm-up each, two of 1, and four of the others
  REQUIRE(left.size() == 3);
  CHECK(left[0].first == 1);
  CHECK(left[0].second.reps == 2);
  CHECK(left[1].first == 0);
  CHECK(left[1].second.median == 2.5);
  CHECK(left[2].first == 2);
}

TEST_CASE("A version that throws has no further turn, and the others have theirs", "[rounds]") {
  Scripted bench(with_reps(kFewRounds, 2));
  bench.milliseconds = {{0, {1, 1, 1}}, {1, {1}}, {2, {1, 1, 1}}};
  const auto left = play(Rounds(bench, {0, 1, 2}));
  CHECK(bench.order == "i01201202");
  REQUIRE(left.size() == 2);
  CHECK(left[0].first == 0);
  CHECK(left[1].first == 2);
}
