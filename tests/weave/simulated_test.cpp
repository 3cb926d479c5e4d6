/// @file
/// @brief Numbers of runs on the simulator: they are the ladder's, and what cannot be found is told in one line.
#include "site/numbers/simulated.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "harness/reports/counter_columns.hpp"
#include "message_of.hpp"
#include "page_numbers.hpp"
#include "site/numbers/measured.hpp"
#include "site/numbers/text.hpp"
#include "texts.hpp"

using namespace lockstep::site;
using lockstep::short_count;
using lockstep::testing::has;
using lockstep::testing::message_of;
using lockstep::testing::PageNumbers;

namespace {

constexpr const char* kOptions = "--size 5000 --reps 1";

Records no_records() { return Records(lockstep::bench::Record{.device = "GPU"}); }

/// The cells of a version in the ladder's two tables of counters, one after the other; "–" for empty ones.
std::vector<std::string> ladder_cells(const std::string& ladder, const std::string& version) {
  std::vector<std::string> cells;
  for (const std::string& line : lines_of(ladder)) {
    std::istringstream words(line);
    std::vector<std::string> found{std::istream_iterator<std::string>(words), {}};
    if (!found.empty() && found.front() == "✓") found.erase(found.begin());
    if (!found.empty() && found.front() == version) cells.insert(cells.end(), found.begin() + 1, found.end());
  }
  return cells;
}

/// The part of "8.0/1.0" before the bar.
std::string over(const std::string& cell) { return cell.substr(0, cell.find('/')); }

}  // namespace

TEST_CASE("simulated: each number is the one in the ladder") {
  const Scratch scratch(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  SimulatedRuns runs(scratch);
  const std::string ladder = scratch.run(fmt::format("./lockstep run 03 --kernel v1,v3,v13 {}", kOptions));
  const auto value = [&](const std::string& field, const std::string& version) {
    return runs.value(field, fmt::format("run {} {}", version, kOptions), "03");
  };
  const auto decimal = [&](const std::string& field, const std::string& version, int decimals) {
    return fmt::format("{:.{}f}", value(field, version), decimals);
  };

  const std::vector<std::string> v1 = ladder_cells(ladder, "v1_naive"), v3 = ladder_cells(ladder, "v3_strided_index"),
                                 v13 = ladder_cells(ladder, "v13_atomic_combine");
  REQUIRE(v1.size() >= 10);
  REQUIRE(v3.size() >= 10);
  REQUIRE(v13.size() >= 10);
  CHECK(decimal("sectors_per_load", "v1", 1) == over(v1[0]));
  CHECK(decimal("sectors_per_store", "v1", 1) == over(v1[1]));
  CHECK(short_count(value("moved", "v1")) == v1[2]);
  CHECK(decimal("moved_per_needed", "v3", 2) == v3[3]);
  CHECK(short_count(value("wavefronts", "v3")) == v3[4]);
  CHECK(short_count(value("bank_conflicts", "v3")) == v3[5]);
  CHECK(decimal("active_lanes", "v3", 1) == v3[6]);
  CHECK(short_count(value("barriers", "v3")) == v3[7]);
  CHECK(short_count(value("atomics", "v13")) == v13[8]);
  CHECK(short_count(value("contention", "v13")) == v13[9]);
  CHECK(value("moved", "v1") == 32 * value("sectors", "v1"));
}

TEST_CASE("simulated: accesses, blocks and threads of all launches, and of one kernel") {
  const Scratch scratch(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  SimulatedRuns runs(scratch);
  const std::string where = "run v3 --size 5000 --block 256";  // 20 blocks, and a last one for their sums
  CHECK(runs.value("blocks", where, "03") == 21);
  CHECK(runs.value("threads", where, "03") == 21 * 256);
  CHECK(runs.value("loads", where, "03") == 158);  // 5000 elements in 157 warps, 20 sums in one
  CHECK(runs.value("stores", where, "03") == 21);
  CHECK(runs.value("blocks", "run 03_reduction v3 --size 5000 kernel=reduce --block 256", "") == 21);
  CHECK(runs.value("blocks", "run v1 --size 256 --block 256", "04") == 2);
  CHECK(runs.value("threads", "run v1 kernel=dot --size 256 --block 128", "04") == 256);
  CHECK(runs.value("threads", "run v1 --size 256 --block 128", "04") == 257);
  CHECK(runs.value("stores", "run v1 kernel=add_partials --size 256 --block 128", "04") == 1);
}

TEST_CASE("simulated: each distinct command runs once") {
  const Scratch scratch(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  SimulatedRuns runs(scratch);
  runs.value("moved", "run v3 --size 500", "03");
  runs.value("loads", "run 03 v3 kernel=reduce --size 500", "");
  CHECK(scratch.has("run_1.json"));
  CHECK(!scratch.has("run_2.json"));
  runs.value("moved", "run v3 --size 501", "03");
  CHECK(scratch.has("run_2.json"));
}

TEST_CASE("simulated: what is not there is said in one line") {
  const Scratch scratch(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  SimulatedRuns runs(scratch);
  const auto said = [&](const std::string& field, const std::string& where, const std::string& lesson = "03") {
    return message_of([&] { runs.value(field, where, lesson); });
  };
  CHECK(said("speed", "run v3 --size 500") == "a run on the simulator has no field speed");
  CHECK(said("atomics", "run") == "\"run\" names no version: a run is \"run [LESSON] VERSION [kernel=NAME] [OPTION…]\"");
  CHECK(has(said("atomics", "run --size 5"), "names no version"));
  CHECK(has(said("atomics", "run v3", ""), "names no lesson"));
  CHECK(has(said("atomics", "run v99 --size 500"), "v99"));
  CHECK(said("moved", "run v3 kernel=gone --size 500") == "run v3 kernel=gone --size 500: no kernel gone was launched");
  CHECK(said("moved_per_needed", "run v3 kernel=reduce --size 500") == "run v3 kernel=reduce --size 500 has no moved_per_needed");
  CHECK(has(said("moved", "run v0_cpu --size 500"), "has no moved"));
  for (const char* where : {"run v99 --size 500", "run v3 --size no"}) CHECK(!has(said("moved", where), "\n"));
}

TEST_CASE("simulated: numbers of runs and of records stand in one sum") {
  const auto run = lockstep::bench::Json::parse(
      R"({"size": 500, "versions": [{"name": "v1_naive", "stage": "naive", "verified": true, "time_ms": {"median": 2, "min": 1, "max": 3, "reps": 9}}]})");
  lockstep::bench::Record record{.device = "GPU"};
  merge(record, "03_reduction", {.driver = "1", .toolkit = "2", .date = "3"}, {{"size_500", std::make_optional(run)}});
  const Records records(record);
  const PageNumbers numbers(records, "03");
  CHECK(numbers->evaluate(R"(ms("size_500 v1") * stores("run v3 --size 500 --block 256"))") == Catch::Approx(2 * 3));
  const Measured text =
      measured_prose("2.00<!--= stores(\"run v3 --size 256 --block 256\") --> and 7<!--= ms(\"size_500 v1\") -->", *numbers);
  REQUIRE(text.wrong.size() == 2);
  CHECK(text.text == "1.00 and 2");
  CHECK_THROWS_AS(numbers->evaluate(R"(ms("size_500 v1") / 0)"), lockstep::UsageError);
  CHECK_THROWS_AS(numbers->evaluate(R"(sqrt(-ms("size_500 v1")))"), lockstep::UsageError);
}

TEST_CASE("simulated: the cells of a table") {
  const Records records = no_records();
  const PageNumbers numbers(records, "03");
  const std::vector<std::string> rows{"| version | stores |", "| --- | --: |", "| `v2_shared_memory` | 3 |", "| `v4_sequential` | 5 |"};
  const Measured table = measured_table(rows, R"(stores("run {row} --size 500 --block 256"))", *numbers);
  REQUIRE(table.wrong.size() == 1);
  CHECK(table.wrong.front().line == 3);
}
