/// @file
/// @brief What changed is told from what only varied.
#include "bench/compare.hpp"

#include <sstream>

#include "catch.hpp"
#include "fake_course.hpp"
#include "support/text/text.hpp"

using namespace lockstep::bench;
using namespace lockstep::testing;
using nlohmann::json;

namespace {

json timed(double min, double median, double max) {
  json version = fake_version("v1_naive", "naive", median);
  version["time_ms"]["min"] = min;
  version["time_ms"]["max"] = max;
  return version;
}

std::vector<RecordedRun> runs(const json& version) { return {{.lesson = "04_fake", .name = "size_a", .data = fake_run(4, {version})}}; }

std::vector<RecordedRun> sweep(double at_64, double at_128) {
  json data = fake_run(4, {});
  data["sweep"] = {{"key", "block"}, {"values", {64, 128}}};
  data["runs"] = {{{"block", 64}, {"versions", {timed(at_64, at_64, at_64)}}},
                  {{"block", 128}, {"versions", {timed(at_128, at_128, at_128)}}}};
  return {{.lesson = "04_fake", .name = "sweep_block", .data = data}};
}

bool changes(const json& before, const json& after) { return !compare(runs(before), runs(after)).changed.empty(); }

}  // namespace

TEST_CASE("compare: more than 3 % and below every repetition of the slower, in either direction") {
  CHECK(changes(timed(99, 100, 101), timed(95, 96, 97)));
  CHECK(changes(timed(95, 96, 97), timed(99, 100, 101)));
  CHECK(!changes(timed(100, 100, 100), timed(98, 98, 98)));  // 2 %
  CHECK(!changes(timed(90, 100, 110), timed(94, 95, 96)));   // the slower one was as fast at times
  CHECK(changes(timed(99, 100, 101), timed(95, 96, 150)));   // one slow repetition of the faster
  CHECK(!changes(timed(99, 100, 101), timed(99, 100, 101)));
}

TEST_CASE("compare: before, after, and their place") {
  const Comparison comparison = compare(sweep(8, 4), sweep(8, 2));
  REQUIRE(comparison.changed.size() == 1);
  CHECK(comparison.changed[0].place == "04_fake sweep_block block=128");
  CHECK(comparison.changed[0].version == "v1_naive");
  CHECK(comparison.changed[0].before_ms == 4);
  CHECK(comparison.changed[0].after_ms == 2);
  CHECK(comparison.compared == 2);
  CHECK(comparison_text(comparison).find(" 2\n") != std::string::npos);
}

TEST_CASE("compare: the place of a run of two sweeps is a pair of values") {
  const auto search = [](double fast) {
    json data = fake_run(4, {});
    data["sweep"] = {{"key", "block"}, {"values", {64}}, {"by", {{"key", "grid"}, {"values", {1, 2}}}}};
    data["runs"] = {{{"block", 64}, {"grid", 1}, {"versions", {timed(8, 8, 8)}}},
                    {{"block", 64}, {"grid", 2}, {"versions", {timed(fast, fast, fast)}}}};
    return std::vector<RecordedRun>{{.lesson = "04_fake", .name = "search", .data = data}};
  };
  const Comparison comparison = compare(search(4), search(2));
  REQUIRE(comparison.changed.size() == 1);
  CHECK(comparison.changed[0].place == "04_fake search block=64 grid=2");
}

TEST_CASE("compare: times with copies where there are no others") {
  json before = timed(1, 1, 1), after = timed(1, 1, 1);
  for (json* version : {&before, &after}) (*version)["end_to_end_ms"] = std::exchange((*version)["time_ms"], nullptr);
  after["end_to_end_ms"] = {{"median", 3}, {"min", 3}, {"max", 3}, {"reps", 1}};
  CHECK(changes(before, after));
}

TEST_CASE("compare: what is new and what is gone") {
  auto before = runs(timed(1, 1, 1)), after = runs(timed(1, 1, 1));
  before[0].data["versions"].push_back(fake_version("v2_old", "beyond", 1));
  after[0].data["versions"].push_back(fake_version("v3_new", "beyond", 1));
  after.push_back({.lesson = "05_more", .name = "size_a", .data = fake_run(4, {timed(1, 1, 1), fake_version("v2", "beyond", 1)})});
  const Comparison comparison = compare(before, after);
  CHECK(comparison.added == std::vector<std::string>{"04_fake size_a v3_new", "05_more size_a"});
  CHECK(comparison.gone == std::vector<std::string>{"04_fake size_a v2_old"});
  const std::string text = comparison_text(comparison);
  CHECK(text.find("new:  04_fake size_a v3_new\n") != std::string::npos);
  CHECK(text.find("gone: 04_fake size_a v2_old\n") != std::string::npos);
  CHECK(text.find("None of 1 times changed.\n") != std::string::npos);
}

TEST_CASE("compare: fits a terminal") {
  auto before = runs(timed(1, 1, 1)), after = runs(timed(2000000, 2000000, 2000000));
  for (auto* all : {&before, &after}) {
    (*all)[0].lesson = "06_matrix_multiply";
    (*all)[0].name = "size_2000x2000x2000_tile_16x16_float_of_a_long_name_that_somebody_chose_x_y_z";
  }
  std::istringstream lines(comparison_text(compare(before, after)));
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(lockstep::display_width(line) <= 80);
  }
}
