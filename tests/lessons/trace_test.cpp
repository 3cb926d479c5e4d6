/// @file
/// @brief Traces of all versions of all lessons: complete, well formed, and true to what the kernels did.
#include <bit>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "course/lessons.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"
#include "skipped.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep;
using namespace lockstep::testing;
using nlohmann::json;

namespace {

json as_list(const json& value) { return value.is_array() ? value : json::array({value}); }

/// What memory holds by the events so far.
class Memory {
 public:
  explicit Memory(const json& launch) : launch_(launch) {}

  /// @return how many scalars were read that an event had written
  std::size_t pass(const json& event) {
    std::size_t checked = 0;
    const json& arrays = event["array"];
    for (std::size_t i = 0; i < event["index"].size(); ++i) {
      const auto array = (arrays.is_array() ? arrays[i] : arrays).get<std::size_t>();
      if (event["bytes"].get<unsigned>() % launch_["arrays"][array]["scalar_bytes"].get<unsigned>() != 0) continue;
      const auto index = event["index"][i].get<std::int64_t>();
      if (event["kind"] == "load") checked += read(array, index, as_list(event["value"][i]));
      if (event["kind"] == "store") write(array, index, as_list(event["value"][i]), false);
      if (event["kind"] == "atomic") write(array, index, as_list(event["new"][i]), true);
    }
    return checked;
  }

  /// How many of all these were not what it wrote.
  std::size_t wrong() const { return wrong_; }

 private:
  struct Cell {
    json value;
    bool contended = false;  ///< atomics of several warps touch it, in an order of their own
  };

  std::size_t read(std::size_t array, std::int64_t index, const json& values) {
    std::size_t checked = 0;
    for (const json& value : values) {
      const auto cell = cells_.find({array, index++});
      if (cell == cells_.end() || cell->second.contended) continue;
      if (value != cell->second.value) ++wrong_;
      ++checked;
    }
    return checked;
  }
  void write(std::size_t array, std::int64_t index, const json& values, bool contended) {
    for (const json& value : values) {
      Cell& cell = cells_[{array, index++}];
      cell.value = value;
      cell.contended = cell.contended || contended;
    }
  }

  const json& launch_;
  std::map<std::pair<std::size_t, std::int64_t>, Cell> cells_;
  std::size_t wrong_ = 0;
};

/// What other blocks write, the trace of one does not have.
bool is_private(const json& launch, const json& event) {
  if (launch["grid"] == json({1, 1, 1})) return true;
  for (const json& array : as_list(event["array"]))
    if (launch["arrays"][array.get<std::size_t>()]["space"] != "shared") return false;
  return true;
}

/// What is wrong with an event; empty where nothing is. No check a scalar: there are a million.
std::string complaint(const json& trace, const json& launch, const json& event) {
  const auto lanes = event.at("lanes").get<std::uint32_t>();
  if (lanes == 0) return "nobody is active";
  const auto count = static_cast<std::size_t>(std::popcount(lanes));
  for (const char* list : {"index", "value", "old", "new", "in", "out", "from"})
    if (event.contains(list) && event[list].size() != count) return list + std::string(" has not an entry for each lane");
  for (const json& array : event.contains("array") ? as_list(event["array"]) : json::array())
    if (array.get<std::size_t>() >= launch["arrays"].size()) return "there is no such array";
  if (!event.at("at").is_array()) return "it has no line";
  const json& file = trace["files"].at(event["at"][0].get<std::size_t>());
  if (event["at"][1].get<std::size_t>() > file["lines"].size()) return "there is no such line";
  for (const json& mask : event.value("into", json::array()))
    if ((mask.get<std::uint32_t>() & ~lanes) != 0) return "lanes part that were not there";
  return "";
}

json trace_of(const std::string& lesson) {
  const TemporaryFolder folder;
  const std::string file = folder / "trace.json";
  const Outcome outcome =
      run_program(program_of(lesson), {"--size", "16", "--trace", file, "--trace-warps", "all", "--trace-events", "200000"});
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  return json::parse(read_file(file));
}

}  // namespace

TEST_CASE("all versions leave a trace, in which what is read is what was written") {
  if (!kOnSimulator) return note_skipped("traces are the simulator's");
  std::size_t checked = 0;
  for (const std::string& lesson : course::lesson_names(LOCKSTEP_SOURCE_DIR)) {
    CAPTURE(lesson);
    const json trace = trace_of(lesson);
    CHECK(trace["schema"] == "lockstep-trace-1");
    CHECK(trace["cut"].is_null());
    std::set<std::string> traced;
    for (const json& launch : trace["launches"]) {
      traced.insert(launch["version"].get<std::string>());
      Memory memory(launch);
      for (const json& event : launch["events"]) {
        const std::size_t wrong_before = memory.wrong();
        std::string wrong = complaint(trace, launch, event);
        if (event.contains("index") && is_private(launch, event)) checked += memory.pass(event);
        if (memory.wrong() != wrong_before) wrong += " what is read was not written";
        if (!wrong.empty())
          FAIL_CHECK(launch["version"] << ", " << launch["kernel"] << ": " << wrong << ": " << event.dump().substr(0, 300));
      }
    }
    for (const std::string& version : kernels_of(lesson)) {
      CAPTURE(version);
      CHECK(traced.contains(version));
    }
  }
  CHECK(checked > 10000);
}
