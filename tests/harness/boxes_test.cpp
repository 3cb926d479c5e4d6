/// @file
/// @brief Tests a lesson program that has all that a lesson may have: several types, and three dimensions.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

using namespace lockstep::testing;

using Json = nlohmann::json;

namespace {

Outcome boxes(const std::string& arguments) { return run_shell(LOCKSTEP_LESSON_DIR "/fake_boxes " + arguments); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The run's JSON.
Json results(const std::string& arguments) {
  const TemporaryFolder folder;
  const Outcome run = boxes(arguments + " --json " + folder / "j");
  CAPTURE(arguments, run.out, run.err);
  REQUIRE(run.code == 0);
  return Json::parse(read_file(folder / "j"));
}

std::vector<std::string> names(const Json& run) {
  std::vector<std::string> all;
  for (const Json& version : run.at("versions")) all.push_back(version.at("name"));
  return all;
}

/// The cells of a CSV file without quotes, line by line.
std::vector<std::vector<std::string>> cells(const std::string& csv) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream all(csv);
  for (std::string line; std::getline(all, line);) {
    std::istringstream rest(line);
    lines.emplace_back();
    for (std::string cell; std::getline(rest, cell, ',');) lines.back().push_back(cell);
  }
  return lines;
}

void check_refused(const std::string& arguments, const std::string& named) {
  const Outcome run = boxes(arguments);
  CAPTURE(arguments, run.err);
  CHECK(run.code == 2);
  CHECK(run.out.empty());
  CHECK(run.err.find("fake_boxes: ") == 0);
  CHECK(run.err.find('\n') == run.err.size() - 1);
  CHECK(has(run.err, named));
}

}  // namespace

TEST_CASE("boxes: every type has its versions, which are verified", "[boxes]") {
  const Json floats = results("--size 9x7x5"), shorts = results("--size 9x7x5 --type short");
  CHECK(floats["type"] == "float");
  CHECK(shorts["type"] == "short");
  CHECK(names(floats) == std::vector<std::string>{"v0_cpu", "v1_naive", "v2_float_only"});
  CHECK(names(shorts) == std::vector<std::string>{"v0_cpu", "v1_naive"});
}

TEST_CASE("boxes: the list is of the type asked for", "[boxes]") {
  CHECK(has(boxes("--list").out, "v2_float_only"));
  const Outcome shorts = boxes("--list --type short");
  CHECK(shorts.code == 0);
  CHECK(has(shorts.out, "v1_naive"));
  CHECK_FALSE(has(shorts.out, "v2_float_only"));
}

TEST_CASE("boxes: the type changes what must move", "[boxes]") {
  const Json floats = results("--size 8x4x2"), shorts = results("--size 8x4x2 --type short");
  if (!floats.contains("counted")) return;  // on a GPU nothing is counted
  CHECK(floats["counted"]["needed_bytes"] == 4 * 8 * 4 * 3);
  CHECK(shorts["counted"]["needed_bytes"] == 2 * 8 * 4 * 3);
}

TEST_CASE("boxes: heading, CSV and chart name the type and three extents", "[boxes]") {
  const TemporaryFolder folder;
  const Outcome run = boxes("--type short --size 3x5x2 --csv " + folder / "c" + " --plot " + folder / "p.svg");
  CHECK(run.code == 0);
  CHECK(has(run.out, " · short · seed 1 · size 3x5x2\n"));
  const auto csv = cells(read_file(folder / "c"));
  REQUIRE(csv.size() == 3);
  CHECK(csv[0][1] == "type");
  CHECK(csv[0][4] == "size");
  for (std::size_t line : {1, 2}) {
    CHECK(csv[line][1] == "short");
    CHECK(csv[line][4] == "3x5x2");
  }
  CHECK(has(read_file(folder / "p.svg"), "· short · size 3x5x2"));
}

TEST_CASE("boxes: a sweep over sizes", "[boxes]") {
  const Json run = results("--kernel v1 --sweep size=8x8x1..8x8x4");
  CHECK(run["sweep"] == Json{{"key", "size"}, {"values", {"8x8x1", "8x8x2", "8x8x4"}}});
  CHECK(run["runs"][1]["size"] == "8x8x2");
  CHECK(results("--kernel v1 --sweep size=2..4")["sweep"]["values"] == Json{"2x2x2", "4x4x4"});
}

TEST_CASE("boxes: bad input gets one line and status 2", "[boxes]") {
  const auto [arguments, named] = GENERATE(table<const char*, const char*>({
      {"--type long", "--type long: there is no such type; there are float, short"},
      {"--type short --kernel v2", "--kernel v2: there is no such version; there are v0_cpu, v1_naive"},
      {"--size 3x4", "write AxBxC, or one number for all 3"},
      {"--size 3x4x5x6", "'5x6' is not a size"},
      {"--size 3x4x0", "'0' is not a size"},
      {"--sweep size=2x2", "AxBxC"},
  }));
  check_refused(arguments, named);
}
