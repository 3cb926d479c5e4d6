/// @file
/// @brief Tests a lesson program that has all that a lesson may have: several types, three dimensions, and tiles.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "backend.hpp"
#include "catch.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

using namespace lockstep::testing;
using lockstep::kOnSimulator;

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

TEST_CASE("boxes: a tile is the block of those that take one", "[boxes][tile]") {
  const Json run = results("--kernel v0,v1 --size 9x7x5 --tile 3x5");
  CHECK(run["tile"] == "3x5");
  CHECK(results("--kernel v1")["tile"].is_null());
  if (!kOnSimulator) return;  // on a GPU launches are not counted
  const Json launch = run["versions"][1]["launches"].at(0);
  CHECK(launch["block"] == Json{3, 5, 1});
  CHECK(launch["grid"] == Json{3, 2, 1});
}

TEST_CASE("boxes: a sweep over tiles is in every form", "[boxes][tile]") {
  const TemporaryFolder folder;
  const Outcome run = boxes("--kernel v0,v1 --size 9x7x5 --sweep tile=4x4,32x8,1x1 --json " + folder / "j" + " --csv " + folder / "c" +
                            " --plot " + folder / "p.svg");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(has(run.out, "  tile          4x4     32x8      1x1\n"));
  CHECK(has(run.out, "6 of 6 verified"));
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(json["sweep"] == Json{{"key", "tile"}, {"values", {"4x4", "32x8", "1x1"}}});
  CHECK(json["runs"][1]["tile"] == "32x8");
  const auto csv = cells(read_file(folder / "c"));
  REQUIRE(csv.size() == 7);
  CHECK(csv[0][8] == "tile");
  CHECK(csv[3][8] == "32x8");
  for (const char* tile : {">4x4<", ">32x8<", ">1x1<"}) CHECK(has(read_file(folder / "p.svg"), tile));
}

TEST_CASE("boxes: heading and chart name the tile", "[boxes][tile]") {
  const TemporaryFolder folder;
  CHECK(has(boxes("--kernel v0,v1 --size 9x7x5 --tile 4x2 --plot " + folder / "p.svg").out, " · size 9x7x5 · tile 4x2\n"));
  CHECK(has(read_file(folder / "p.svg"), "· tile 4x2"));
  CHECK_FALSE(has(boxes("--kernel v1").out, "tile"));
}

TEST_CASE("boxes: bad input gets one line and status 2", "[boxes]") {
  const auto [arguments, named] = GENERATE(table<const char*, const char*>({
      {"--type long", "--type long: there is no such type; there are float, short"},
      {"--type short --kernel v2", "--kernel v2: there is no such version; there are v0_cpu, v1_naive"},
      {"--size 3x4", "write AxBxC, or one number for all 3"},
      {"--size 3x4x5x6", "'5x6' is not a size"},
      {"--size 3x4x0", "'0' is not a size"},
      {"--sweep size=2x2", "AxBxC"},
      {"--tile 33x32", "--tile 33x32: a tile is a block of WxH threads, 1 to 1024 in all, such as 16x16"},
      {"--tile 0x8", "--tile 0x8"},
      {"--tile 8x4", "v2_float_only: --tile 8x4: this version's blocks have a shape of their own"},
      {"--sweep tile=4x4,8x8", "v2_float_only: --tile 4x4: this version's blocks have a shape of their own"},
      {"--kernel v1 --block 32", "v1_naive: --block 32: this version's blocks have a shape of their own"},
  }));
  check_refused(arguments, named);
}
