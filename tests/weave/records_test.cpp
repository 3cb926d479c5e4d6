/// @file
/// @brief Numbers in Markdown are held to what was recorded.
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "page_numbers.hpp"
#include "site/numbers/measured.hpp"
#include "site/numbers/records.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep::site;
using lockstep::UsageError;
using lockstep::testing::PageNumbers;

namespace {

/// Records of a lesson 04 with round numbers.
class Recorded {
 public:
  Recorded() {
    std::ofstream(folder_ / "gpu.json") << R"({"device": "GPU", "lessons": {"04_dot_product": {
      "driver": "1", "toolkit": "13.0", "date": "2026-01-02", "runs": {
        "size_2p20": {"size": 1048576, "limits": {"copy_gb_per_s": 3000, "fma_gflop_per_s": 60000}, "versions": [
          {"name": "v1_naive", "stage": "naive", "verified": true,
           "time_ms": {"median": 2.0, "min": 1.5, "max": 3, "reps": 9}, "gb_per_s": 400, "percent_of_limit": null},
          {"name": "v4_fast", "stage": "naive", "verified": true,
           "time_ms": {"median": 0.125, "min": 0.125, "max": 0.125, "reps": 9}, "gb_per_s": 2525.3, "percent_of_limit": 84.2},
          {"name": "peer_a", "stage": "naive", "verified": true,
           "time_ms": {"median": 0.25, "min": 0.25, "max": 0.25, "reps": 9}},
          {"name": "peer_b", "stage": "naive", "verified": true,
           "time_ms": {"median": 0.5, "min": 0.5, "max": 0.5, "reps": 9}}]},
        "size_2p10": {"size": 1024, "versions": []},
        "sweep_block": {"sweep": {"key": "block", "values": [64, 128]}, "runs": [
          {"block": 64, "size": 7, "versions": [{"name": "v1_naive", "stage": "naive", "verified": true,
           "time_ms": {"median": 8, "min": 8, "max": 8, "reps": 9}}]},
          {"block": 128, "size": 7, "versions": [{"name": "v1_naive", "stage": "naive", "verified": true,
           "time_ms": {"median": 4, "min": 4, "max": 4, "reps": 9}}]}]}}}}})";
    std::filesystem::create_directories(folder_.path() / "gpu" / "04_dot_product");
    std::ofstream(folder_.path() / "gpu" / "04_dot_product" / "counters_2p20.json") << R"({"launches": [
        {"version": "v1_naive", "size": 1048576, "kernel": "dot", "counters": {"dram__bytes.sum": 8e6}},
        {"version": "v1_naive", "size": 1048576, "kernel": "add_partials", "counters": {"dram__bytes.sum": 32}},
        {"version": "v4_fast", "size": 1048576, "kernel": "dot", "counters": {"dram__bytes.sum": 9e6}}]})";
  }
  Records records() const { return Records(lockstep::bench::read_record(folder_ / "gpu.json"), folder_ / "gpu"); }

 private:
  lockstep::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("records: a number is found by lesson, file, version and value of a sweep") {
  const Recorded recorded;
  const Records records = recorded.records();
  CHECK(records.value("ms", "04 size_2p20 v4", "") == 0.125);
  CHECK(records.value("ms", "size_2p20 v4_fast", "04") == 0.125);
  CHECK(records.value("min_ms", "size_2p20 v1", "04") == 1.5);
  CHECK(records.value("gb", "size_2p20 v1", "04") == 400);
  CHECK(records.value("copy_gb", "size_2p20", "04") == 3000);
  CHECK(records.value("ms", "sweep_block block=128 v1", "04") == 4);
  CHECK(records.value("n", "size_2p20", "04") == 1048576);
}

TEST_CASE("records: what is not there is said in one line") {
  const Recorded recorded;
  const Records records = recorded.records();
  for (const char* where : {"05 size_2p20 v4", "size_2p21 v4", "size_2p20 v9", "size_2p20 peer", "sweep_block block=32 v1", ""})
    CHECK_THROWS_AS(records.value("ms", where, "04"), UsageError);
  CHECK_THROWS_AS(records.value("percent", "size_2p20 v1", "04"), UsageError);  // recorded as null
  CHECK_THROWS_AS(records.value("speed", "size_2p20 v1", "04"), UsageError);
}

TEST_CASE("records: what a profiler counted is found by version, kernel and metric") {
  const Recorded recorded;
  const Records records = recorded.records();
  CHECK(records.value("counter", "counters_2p20 v1 metric=dram__bytes.sum", "04") == 8e6);
  CHECK(records.value("counter", "counters_2p20 v1 kernel=add_partials metric=dram__bytes.sum", "04") == 32);
  CHECK(records.value("counter", "04 counters_2p20 v4 metric=dram__bytes.sum", "") == 9e6);
  CHECK(PageNumbers(records, "04")->evaluate(R"(counter("counters_2p20 v4 metric=dram__bytes.sum") / 1e6)") == Catch::Approx(9));
  for (const char* where : {"counters_2p20 v1", "counters_2p20 v1 metric=dram__bytes", "counters_2p20 v2 metric=dram__bytes.sum",
                            "counters_2p20 v4 kernel=add_partials metric=dram__bytes.sum", "size_2p20 v4 metric=dram__bytes.sum"})
    CHECK_THROWS_AS(records.value("counter", where, "04"), UsageError);
}

TEST_CASE("records: sums over numbers") {
  const Recorded recorded;
  const Records records = recorded.records();
  CHECK(PageNumbers(records, "04")->evaluate(R"(ms("size_2p20 v1") / ms("size_2p20 v4"))") == Catch::Approx(16));
  CHECK(PageNumbers(records, "")->evaluate(R"(1000 * (ms("04 size_2p20 v4") + 1))") == Catch::Approx(1125));
  CHECK_THROWS_AS(PageNumbers(records, "04")->evaluate(R"(ms("size_2p20 v1") /)"), UsageError);
  CHECK_THROWS_AS(PageNumbers(records, "04")->evaluate("rm(1)"), UsageError);
}

TEST_CASE("records: the runs of a lesson come by size") {
  const Recorded recorded;
  const Records records = recorded.records();
  const auto runs = records.runs("04");
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].first == "size_2p10");
  CHECK(lockstep::bench::provenance(*runs[1].second) == "GPU, driver 1, CUDA 13.0, 2026-01-02");
  CHECK(records.runs("05").empty());
}

TEST_CASE("measured: what is written stays where it agrees in all its digits") {
  CHECK(as_written("2525", 2525.3) == "2525");
  CHECK(as_written("0.704", 0.70399) == "0.704");
  CHECK(as_written("84", 84.4999) == "84");
  CHECK(as_written("61,440", 61440) == "61,440");
  CHECK(as_written("-1.5", -1.5) == "-1.5");
}

TEST_CASE("measured: what is written otherwise becomes what was recorded, with as many digits") {
  CHECK(as_written("0.704", 0.7046) == "0.705");
  CHECK(as_written("84", 85.2) == "85");
  CHECK(as_written("2525", 31.4159) == "31.42");
  CHECK(as_written("5", 0.123) == "0.12");
  CHECK(as_written("1.00", 1.02) == "1.02");
  CHECK(as_written("61,440", 59500) == "59,500");
  CHECK(as_written("998", 1234567) == "1234567");
  CHECK(as_written("1,998", 1234567) == "1,234,567");
}

TEST_CASE("measured: a whole number stays whole where one digit goes") {
  CHECK(as_written("102", 98.7) == "99");
  CHECK(as_written("1005", 981.3) == "981");
  CHECK(as_written("12", 9.74) == "9.7");
  CHECK(as_written("102", 98) == "98");
  CHECK(as_written("1.05", 0.984) == "0.984");
  CHECK(as_written("7", 3) == "3");  // a count
  CHECK(as_written("61,440", 8) == "8");
}

TEST_CASE("measured: a claim in prose") {
  const Recorded recorded;
  const Records records = recorded.records();
  const Measured right = measured_prose(
      R"(It is 16.0<!--= ms("size_2p20 v1") / ms("size_2p20 v4") --> times as fast, at 2525<!--= gb("size_2p20 v4") --> GB/s.)",
      *PageNumbers(records, "04"));
  CHECK(right.text == "It is 16.0 times as fast, at 2525 GB/s.");
  CHECK(right.wrong.empty());
  const Measured wrong = measured_prose(R"(17<!--= ms("size_2p20 v1") / ms("size_2p20 v4") --> times)", *PageNumbers(records, "04"));
  CHECK(wrong.text == "16 times");
  REQUIRE(wrong.wrong.size() == 1);
  CHECK(describe(wrong.wrong.front()).find("17 is written") == 0);
}

TEST_CASE("measured: the cells of a table by row and column") {
  const Recorded recorded;
  const Records records = recorded.records();
  const std::vector<std::string> rows{"| version | ms | GB/s |", "| --- | --: | --: |", "| `v1_naive` | 2 | 399 |",
                                      "| `v4_fast` | 0.125 | – |"};
  const Measured table = measured_table(rows, R"(ms("size_2p20 {row}") | gb("size_2p20 {row}"))", *PageNumbers(records, "04"));
  CHECK(table.text == "| version | ms | GB/s |\n| --- | --: | --: |\n| `v1_naive` | 2 | 400 |\n| `v4_fast` | 0.125 | – |\n");
  CHECK(table.wrong.size() == 1);

  const std::vector<std::string> sweep{"| version | 2⁶ | 128 |", "| --- | --: | --: |", "| `v1` | 8 | 4 |"};
  CHECK(measured_table(sweep, R"(ms("sweep_block block={column} {row}"))", *PageNumbers(records, "04")).wrong.empty());
}

TEST_CASE("measured: a table and its expressions have to fit") {
  const Recorded recorded;
  const Records records = recorded.records();
  const std::vector<std::string> rows{"| version | ms | GB/s |", "| --- | --: | --: |", "| `v1_naive` | 2 | 400 |"};
  CHECK_THROWS_AS(measured_table(rows, "1 | 2 | 3", *PageNumbers(records, "04")), UsageError);
  CHECK_THROWS_AS(measured_table({}, "1", *PageNumbers(records, "04")), UsageError);
}
