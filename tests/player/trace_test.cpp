/// @file
/// @brief What is not a trace, or does not hold together, gets one line that says why; so does wrong usage.
#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "traces.hpp"

using namespace lockstep;
using namespace lockstep::testing;
using nlohmann::json;

namespace {

const std::string kProgram = LOCKSTEP_BINARY_DIR "/lockstep-player";

/// The complaint about a file with this content; nothing if it is a trace.
std::string complaint(const std::string& content) {
  const TemporaryFolder folder;
  const std::string file = folder / "trace.json";
  std::ofstream(file) << content;
  try {
    player::read_trace(file);
    return {};
  } catch (const UsageError& error) {
    const std::string text = error.what(), begin = "cannot read " + file + ": ";
    CHECK(text.starts_with(begin));
    CHECK(text.find('\n') == text.npos);
    return text.substr(begin.size());
  }
}

/// Of the reduction with something changed.
std::string complaint_of(const std::function<void(json&)>& change) {
  json trace = json::parse(read_file(trace_file("tree")));
  change(trace);
  return complaint(trace.dump());
}

json& event(json& trace, std::size_t number) { return trace["launches"][0]["events"][number]; }

}  // namespace

TEST_CASE("a file that is not a trace is refused") {
  const std::string whole = read_file(trace_file("tree"));
  CHECK(complaint(whole).empty());
  CHECK(complaint("").starts_with("this is not a trace, or only part of one: at byte "));
  CHECK(complaint(whole.substr(0, whole.size() / 2)).starts_with("this is not a trace, or only part of one: at byte "));
  CHECK(complaint("hello") == "this is not a trace, or only part of one: at byte 1 it is not JSON");
  CHECK(complaint("{}") == "this is not a trace");
  CHECK(complaint("[1, 2]") == "this is not a trace");
  CHECK(complaint(R"({"schema": "lockstep-trace-9"})") ==
        R"(a trace of schema "lockstep-trace-9", but this player reads "lockstep-trace-1": make it again)");
  CHECK(complaint(R"({"schema": "lockstep-trace-1"})") == "the trace is damaged: key 'files' not found");
  CHECK_THROWS_AS(player::read_trace("/no/such/trace.json"), UsageError);
  CHECK_THROWS_AS(player::read_trace("/"), UsageError);
}

TEST_CASE("a trace that does not hold together is refused, and the event named") {
  CHECK(complaint_of([](json& trace) { trace["launches"] = json::array(); }) == "the trace has no events: no traced warp ran");
  CHECK(complaint_of([](json& trace) { event(trace, 2).erase("index"); }) == "event 2: key 'index' not found");
  CHECK(complaint_of([](json& trace) { event(trace, 2)["index"].erase(0); }) ==
        "event 2: its lists do not have an entry for each active lane");
  CHECK(complaint_of([](json& trace) { event(trace, 2)["value"].push_back(1); }) ==
        "event 2: its lists do not have an entry for each active lane");
  CHECK(complaint_of([](json& trace) { event(trace, 2)["array"] = 9; }) == "event 2: it accesses an array that the trace does not list");
  CHECK(complaint_of([](json& trace) { event(trace, 5)["at"] = {7, 1}; }) == "event 5: it is in a file that the trace does not list");
  CHECK(complaint_of([](json& trace) { event(trace, 5)["lanes"] = 0; }) == "event 5: it has no active lane");
  CHECK(complaint_of([](json& trace) { event(trace, 5)["lanes"] = "all"; }) == "event 5: type must be number, but is string");
  CHECK(complaint_of([](json& trace) { trace["launches"][0]["arrays"][0]["scalar_bytes"] = 0; }) == "in: a size is not positive");
  CHECK(complaint_of([](json& trace) {
          trace["launches"][0]["hazards"] = {{{"kind", "race"}, {"message", "m"}, {"events", {1, 999}}}};
        }) == "a hazard is at an event that does not exist");
}

TEST_CASE("the program's wrong usage gets one line") {
  const TemporaryFolder folder;
  const std::string tree = trace_file("tree"), page = folder / "page.html";
  const std::vector<std::vector<std::string>> calls{{},
                                                    {tree},
                                                    {"-o", page},
                                                    {tree, tree, tree, "-o", page},
                                                    {tree, "-o", page, "--terminal"},
                                                    {tree, "--at", "0", "-o", page},
                                                    {tree, "--at", "x", "-o", page},
                                                    {tree, "--terminal"},
                                                    {folder / "none.json", "-o", page},
                                                    {tree, "-o", folder / "no/page.html"}};
  for (const auto& call : calls) {
    CAPTURE(call);
    const Outcome outcome = run_program(kProgram, call);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.starts_with("lockstep-player: "));
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    CHECK(folder.empty());
  }
  CHECK(run_program(kProgram, {tree, "-o", page}).succeeded());
  CHECK(run_program(kProgram, {tree, "-o", "-"}, {.kept_bytes = 1 << 20}).out == read_file(page));
}
