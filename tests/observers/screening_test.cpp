/// @file
/// @brief Checked launches, which are tried first: reports, memory and counters are what they are without a trial, on any number of cores.
#include "screening.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <regex>
#include <string>

#include "catch.hpp"
#include "lockstep/sim/check.hpp"
#include "lockstep/sim/profile.hpp"
#include "observation/observation.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/running/trial.hpp"

using namespace lockstep;
using namespace lockstep::sim;

namespace {

/// While it is on, there are no trials.
class SeesAll : public Observer {
 public:
  SeesAll() { add_observer(*this); }
  ~SeesAll() override { remove_observer(*this); }
  bool follows_accesses() const override { return false; }
};

/// Counts the trials that were taken back.
class TrialCounter : public Observer {
 public:
  TrialCounter() { add_observer(*this); }
  ~TrialCounter() override { remove_observer(*this); }
  bool follows_accesses() const override { return false; }
  TrialRole trial_role() const override { return TrialRole::takes_part; }
  void trial_taken_back() override { ++taken_back; }

  int taken_back = 0;
};

/// While it lives, grids run on so many OS threads.
class Workers {
 public:
  explicit Workers(int count) { setenv("LOCKSTEP_WORKERS", std::to_string(count).c_str(), 1); }
  ~Workers() { unsetenv("LOCKSTEP_WORKERS"); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
};

struct Played {
  std::string reports;
  std::vector<int> words;
  Counters counters;
  bool operator==(const Played&) const = default;
};

template <class Play>
Played play_checked(const Play& play) {
  forget_trials();
  start_check();
  start_profile(0);
  Played played;
  played.words = play();
  const Observation seen = stop_profile();
  played.counters = total(seen.launches);
  static const std::regex address("0x[0-9a-f]{9,}");  // each run has memory of its own
  for (const Hazard& hazard : stop_check()) played.reports += std::regex_replace(hazard.text, address, "ADDRESS");
  return played;
}

/// Scripts of which about half have a hazard.
class Scripts {
 public:
  std::vector<ScriptStep> next() {
    std::vector<ScriptStep> script;
    const int count = 2 + below(kScriptSteps - 2);
    const bool careful = below(4) != 0;
    for (int i = 0; i < count; ++i) script.push_back(step(careful));
    return script;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool one_in(int n) { return below(n) == 0; }

  // A thread that keeps to its own word meets nobody.
  ScriptStep step(bool careful) {
    ScriptStep step{static_cast<ScriptStep::Kind>(below(ScriptStep::kinds)), 1, kScriptBlock, 0, 0, kScriptBlock};
    if (careful) make_careful(step);
    if (step.kind == ScriptStep::load_shared || step.kind == ScriptStep::store_shared || step.kind == ScriptStep::add_shared)
      step.by_block = 0;
    const int seldom = careful ? 40 : 3;
    if (one_in(seldom)) step.by_thread = below(4);
    if (one_in(seldom)) step.by_block = below(2) * kScriptBlock;
    if (one_in(seldom)) step.from = below(80);
    if (one_in(4)) step.end = 1 + below(kScriptBlock);
    if (one_in(8)) step.first = below(step.end);
    return step;
  }

  void make_careful(ScriptStep& step) {
    switch (step.kind) {
      case ScriptStep::fence:
      case ScriptStep::exchange:
      case ScriptStep::load_pair:
        if (!one_in(12)) step.kind = ScriptStep::barrier;
        break;
      case ScriptStep::load_shared:
      case ScriptStep::add_shared:
        if (!one_in(12)) step.kind = ScriptStep::store_shared;
        break;
      case ScriptStep::load_byte:
      case ScriptStep::store_byte:
        step.by_thread *= 4;
        step.by_block *= 4;
        break;
      default:
        break;
    }
  }

  std::mt19937 random_{24};
};

}  // namespace

TEST_CASE("what a checked launch reports, leaves and counts does not depend on a trial, nor on the number of cores") {
  Scripts scripts;
  int with_reports = 0, taken_back = 0;
  constexpr int kTrials = 400;
  for (int trial = 0; trial < kTrials; ++trial) {
    CAPTURE(trial);
    const std::vector<ScriptStep> script = scripts.next();
    const Played exact = [&] {
      const SeesAll sees_all;
      return play_checked([&] { return play(script); });
    }();
    for (const int workers : {1, 2, 5}) {
      const Workers on(workers);
      const TrialCounter counter;
      const Played tried = play_checked([&] { return play(script); });
      CAPTURE(workers);
      REQUIRE(tried.reports == exact.reports);
      REQUIRE(tried.words == exact.words);
      REQUIRE(tried.counters == exact.counters);
      taken_back += workers == 1 && counter.taken_back != 0 && exact.reports.empty();
    }
    with_reports += !exact.reports.empty();
  }
  UNSCOPED_INFO(with_reports << " with reports; " << taken_back << " taken back without");
  // Scripts of both kinds; and of those without reports few need to be looked at.
  CHECK(with_reports > kTrials / 5);
  CHECK(kTrials - with_reports > kTrials / 5);
  CHECK(taken_back < (kTrials - with_reports) / 2);
}

TEST_CASE("a launch whose blocks show in which order they ran is counted and checked in the order of their numbers") {
  const Played one = [] {
    const Workers on(1);
    return play_checked(play_queue);
  }();
  CHECK(one.reports.empty());
  CHECK(std::ranges::is_sorted(one.words));
  for (int i = 0; i < 5; ++i) {
    const Workers on(5);
    CHECK(play_checked(play_queue) == one);
  }
}
