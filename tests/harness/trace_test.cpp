/// @file
/// @brief `--trace`: of a version with a race both orders are written, and a version that fails is written up to there.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "skipped.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep;
using namespace lockstep::testing;
using nlohmann::json;

namespace {

struct Traced {
  Outcome outcome;
  json trace;
};

Traced trace_of(const std::string& version, const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  const std::string file = folder / "trace.json";
  std::vector<std::string> words{"--kernel", version, "--size", "128", "--block", "64", "--grid", "2", "--trace", file};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome outcome = run_program(LOCKSTEP_LESSON_DIR "/fake_lesson", words);
  CAPTURE(outcome.err);
  return {outcome, json::parse(read_file(file))};
}

/// Which element a thread of the block touches at an event.
json touched(const json& event) { return {event["array"], event["index"][0]}; }

}  // namespace

TEST_CASE("a race is traced in both orders, with the warps of both threads, and its two accesses are named", "[trace]") {
  if (!kOnSimulator) return note_skipped("traces are the simulator's");
  const json trace = trace_of("va").trace;
  REQUIRE(trace["launches"].size() == 2);
  std::vector<std::string> orders;
  for (const json& launch : trace["launches"]) {
    CHECK(launch["version"] == "va_races");
    orders.push_back(launch["order"].get<std::string>());
    REQUIRE(launch["hazards"].size() == 1);
    const json& race = launch["hazards"][0];
    CHECK(race["kind"] == "race");
    CHECK(race["severity"] == "error");
    REQUIRE(race["events"][0].is_number());
    REQUIRE(race["events"][1].is_number());
    const json& one = launch["events"][race["events"][0].get<std::size_t>()];
    const json& other = launch["events"][race["events"][1].get<std::size_t>()];
    CHECK(touched(one) == touched(other));
    CHECK((one["kind"] == "store") != (other["kind"] == "store"));
    CHECK(launch["arrays"][one["array"].get<std::size_t>()]["name"] == "count");
    CHECK(one["warp"] != other["warp"]);
  }
  CHECK(orders == std::vector<std::string>{"numbered", "reversed"});
}

TEST_CASE("a version without a race is traced once, its first warp alone", "[trace]") {
  if (!kOnSimulator) return note_skipped("traces are the simulator's");
  const json trace = trace_of("v9").trace;
  REQUIRE(trace["launches"].size() == 1);
  CHECK(trace["launches"][0]["hazards"].empty());
  for (const json& event : trace["launches"][0]["events"]) {
    CHECK(event["block"] == 0);
    if (event["kind"] != "arrive") CHECK(event["warp"] == 0);
  }
  CHECK(trace_of("v9", {"--trace-blocks", "1"}).trace["launches"][0]["events"][0]["block"] == 1);
}

TEST_CASE("a version that fails leaves a whole file", "[trace]") {
  if (!kOnSimulator) return note_skipped("traces are the simulator's");
  const Traced traced = trace_of("v8");
  CHECK(traced.outcome.code == 1);
  CHECK(traced.trace["launches"].empty());  // its kernel ends before it does anything
}

TEST_CASE("a trace that is full says how to have more", "[trace]") {
  if (!kOnSimulator) return note_skipped("traces are the simulator's");
  const Traced traced = trace_of("v9", {"--trace-events", "3"});
  CHECK(traced.trace["launches"][0]["events"].size() == 3);
  CHECK(traced.trace["cut"].get<std::string>().starts_with("v9_kernel: the trace has room for 3 events"));
  CHECK(traced.outcome.err.find("--trace-events N allows more") != std::string::npos);
}
