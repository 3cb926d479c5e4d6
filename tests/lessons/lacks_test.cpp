/// @file
/// @brief A version that the GPU cannot run is skipped, and only where the GPU may lack something; what is wrong stays wrong.
#include "lacks.hpp"

#include <cstdlib>

#include "../harness/fake_lesson/problem.hpp"
#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using namespace lockstep::testing;
using lockstep::InputKind;

namespace {

const std::string kFake = CopyArray::kInfo.name;
const std::string kLine = "vg_lacks was not run: it takes a quantum computer";

/// Runs one of the hidden cases below, as on a GPU of that compute capability; empty: on the machine that there is.
Outcome run_case(const std::string& name, const std::string& capability) {
  std::vector<std::string> words{LOCKSTEP_BINARY_DIR "/lessons_tests", name};
  if (!capability.empty()) words.insert(words.begin(), "LOCKSTEP_TESTED_CAPABILITY=" + capability);
  return run_program("/usr/bin/env", words);
}

/// What such a case prints must not be printed by these: it would make CTest call a failure skipped.
bool is_skipped(const Outcome& outcome) { return outcome.out.find("skipped here: " + kLine + "\n") != std::string::npos; }

nlohmann::json version(const std::string& name, const std::string& stage, bool lacks = false) {
  nlohmann::json json{{"name", name}, {"stage", stage}, {"verified", !lacks}};
  if (lacks) json.update({{"machine_lacks", true}, {"failure", kLine}});
  return json;
}

/// A whole ladder, of which v3 is not run.
nlohmann::json ladder() {
  return {version("v0_cpu", "cpu"),
          version("v1", "naive"),
          version("v2", "coalesced"),
          version("v3", "shared-memory", true),
          version("v4", "reduction-optimized"),
          version("v5", "atomic-combine")};
}

}  // namespace

TEST_CASE("lacks: a GPU of 9.0 or 10.0 has all that versions need, and so has the simulator", "[lacks]") {
  for (const char* const capability : {"7.5", "8.0", "8.9", "12.0"}) CHECK(may_lack(capability));
  for (const char* const capability : {"9.0", "10.0", "10.3"}) CHECK_FALSE(may_lack(capability));
}

TEST_CASE("lacks: what a lesser GPU cannot run is skipped, with a line", "[lacks]") {
  const std::string name =
      GENERATE("lacking: one version", "lacking: beside others", "lacking: in a sweep", "lacking: in a ladder", "lacking: when refused");
  const Outcome lesser = run_case(name, "8.6");
  CAPTURE(name);
  CHECK(lesser.succeeded());
  CHECK(is_skipped(lesser));
}

TEST_CASE("lacks: nothing is skipped where the machine has all", "[lacks]") {
  const std::string name =
      GENERATE("lacking: one version", "lacking: beside others", "lacking: in a sweep", "lacking: in a ladder", "lacking: when refused");
  for (const char* const capability : {"9.0", lockstep::kOnSimulator ? "" : "10.0"}) {
    const Outcome outcome = run_case(name, capability);
    CAPTURE(name, capability);
    CHECK_FALSE(outcome.succeeded());
    CHECK_FALSE(is_skipped(outcome));
    CHECK(outcome.out.find(kLine) != std::string::npos);
  }
}

TEST_CASE("lacks: a failure beside what is skipped is a failure", "[lacks]") {
  const Outcome outcome = run_case("lacking: beside a wrong one", "8.6");
  CHECK_FALSE(outcome.succeeded());
  CHECK_FALSE(is_skipped(outcome));
}

// What follows is run by the cases above, each in a process of its own.

TEST_CASE("lacking: one version", "[.]") { check_answers<CopyArray>({"vg_lacks"}, {{33}}, InputKind::exact); }

TEST_CASE("lacking: beside others", "[.]") {
  check_answer<CopyArray>({.version = "v1_naive", .size = {33}});
  const auto run = run_lesson(kFake, {"--kernel", "v1,vg", "--reps", "1"});
  REQUIRE(run.at("versions").size() == 1);
  CHECK(run.at("versions").at(0).at("name") == "v1_naive");
}

TEST_CASE("lacking: in a sweep", "[.]") {
  for (const auto& run : run_lesson(kFake, {"--kernel", "v1,vg", "--reps", "1", "--sweep", "size=32,64"}).at("runs"))
    CHECK(run.at("versions").size() == 1);
}

TEST_CASE("lacking: in a ladder", "[.]") { CHECK(check_versions(ladder(), 5)); }

TEST_CASE("lacking: when refused", "[.]") { check_refused(kFake, {"--kernel", "vg"}, "a culprit"); }

TEST_CASE("lacking: beside a wrong one", "[.]") { check_answers<CopyArray>({"vg_lacks", "v4_nothing"}, {{33}}, InputKind::exact); }
