/// @file
/// @brief Tests a lesson program that has all that a lesson may have: several types, three dimensions, tiles and files.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "support/output_file.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
using lockstep::kOnSimulator;
using lockstep::write_file;

using Json = nlohmann::json;

namespace {

constexpr const char* kTwoLayers = "3x2x2\n1 2 3 4 5 6\n10 20 30 40 50 60\n";

Outcome boxes(const std::string& arguments) { return run_shell(LOCKSTEP_LESSON_DIR "/fake_boxes " + arguments); }

/// The run's JSON.
Json results_of_boxes(const std::string& arguments) {
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
std::vector<std::vector<std::string>> cells_of_lines(const std::string& csv) {
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
  const Json floats = results_of_boxes("--size 9x7x5"), shorts = results_of_boxes("--size 9x7x5 --type short");
  CHECK(floats["type"] == "float");
  CHECK(shorts["type"] == "short");
  CHECK(names(floats) == std::vector<std::string>{"v0_cpu", "v1_naive", "v2_float_only"});
  CHECK(names(shorts) == std::vector<std::string>{"v0_cpu", "v1_naive", "v3_small_elements"});
}

TEST_CASE("boxes: the list is of the type asked for", "[boxes]") {
  CHECK(has(boxes("--list").out, "v2_float_only"));
  const Outcome shorts = boxes("--list --type short");
  CHECK(shorts.code == 0);
  CHECK(has(shorts.out, "v1_naive"));
  CHECK_FALSE(has(shorts.out, "v2_float_only"));
}

TEST_CASE("boxes: the type changes what must move", "[boxes]") {
  const Json floats = results_of_boxes("--size 8x4x2"), shorts = results_of_boxes("--size 8x4x2 --type short");
  if (!floats.contains("counted")) return;  // on a GPU nothing is counted
  CHECK(floats["counted"]["needed_bytes"] == 4 * 8 * 4 * 3);
  CHECK(shorts["counted"]["needed_bytes"] == 2 * 8 * 4 * 3);
}

TEST_CASE("boxes: heading, CSV and chart name the type and three extents", "[boxes]") {
  const TemporaryFolder folder;
  const Outcome run = boxes("--type short --size 3x5x2 --csv " + folder / "c" + " --plot " + folder / "p.svg");
  CHECK(run.code == 0);
  CHECK(has(run.out, " · short · seed 1 · size 3x5x2\n"));
  const auto csv = cells_of_lines(read_file(folder / "c"));
  REQUIRE(csv.size() == 4);
  CHECK(csv[0][1] == "type");
  CHECK(csv[0][4] == "size");
  for (const std::size_t line : {1U, 2U, 3U}) {
    CHECK(csv[line][1] == "short");
    CHECK(csv[line][4] == "3x5x2");
  }
  CHECK(has(read_file(folder / "p.svg"), "· short · size 3x5x2"));
  CHECK(boxes("--kernel v1 --type short --size 3x5x2 --timeline --plot " + folder / "p.svg").code == 0);
  CHECK(has(read_file(folder / "p.svg"), "· short · size 3x5x2"));
  if (!kOnSimulator) return;
  CHECK(boxes("--kernel v1 --type short --size 3x5x2 --picture " + folder / "p.svg").code == 0);
  CHECK(has(read_file(folder / "p.svg"), "· short · size 3x5x2"));
}

TEST_CASE("boxes: a sweep over sizes", "[boxes]") {
  const Json run = results_of_boxes("--kernel v1 --sweep size=8x8x1..8x8x4");
  CHECK(run["sweep"] == Json{{"key", "size"}, {"values", {"8x8x1", "8x8x2", "8x8x4"}}});
  CHECK(run["runs"][1]["size"] == "8x8x2");
  CHECK(results_of_boxes("--kernel v1 --sweep size=2..4")["sweep"]["values"] == Json{"2x2x2", "4x4x4"});
}

TEST_CASE("boxes: several types are a sweep", "[boxes]") {
  const TemporaryFolder folder;
  const Outcome run = boxes("--kernel v0,v1 --size 9x7x5 --type short,float --json " + folder / "j" + " --csv " + folder / "c");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(has(run.out, "4 of 4 verified"));
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(json["sweep"] == Json{{"key", "type"}, {"values", {"short", "float"}}});
  CHECK(json["runs"][0]["type"] == "short");
  CHECK_FALSE(json.contains("type"));
  CHECK(cells_of_lines(read_file(folder / "c"))[1][1] == "short");
  CHECK(cells_of_lines(read_file(folder / "c"))[4][1] == "float");
}

TEST_CASE("boxes: a tile is the block of those that take one", "[boxes][tile]") {
  const Json run = results_of_boxes("--kernel v0,v1 --size 9x7x5 --tile 3x5");
  CHECK(run["tile"] == "3x5");
  CHECK(results_of_boxes("--kernel v1")["tile"].is_null());
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
  const auto csv = cells_of_lines(read_file(folder / "c"));
  REQUIRE(csv.size() == 7);
  CHECK(csv[0][10] == "tile");
  CHECK(csv[3][10] == "32x8");
  for (const char* tile : {">4x4<", ">32x8<", ">1x1<"}) CHECK(has(read_file(folder / "p.svg"), tile));
}

TEST_CASE("boxes: heading and chart name the tile", "[boxes][tile]") {
  const TemporaryFolder folder;
  CHECK(has(boxes("--kernel v0,v1 --size 9x7x5 --tile 4x2 --plot " + folder / "p.svg").out, " · size 9x7x5 · tile 4x2\n"));
  CHECK(has(read_file(folder / "p.svg"), "· tile 4x2"));
  CHECK_FALSE(has(boxes("--kernel v1").out, "tile"));
}

TEST_CASE("boxes: a ladder on a file, and its answer in another", "[boxes][files]") {
  const TemporaryFolder folder;
  write_file(folder / "in", kTwoLayers);
  const Outcome run = boxes("--input " + folder / "in" + " --output " + folder / "out.txt" + " --json " + folder / "j" + " --csv " +
                            folder / "c" + " --plot " + folder / "p.svg");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  CHECK(has(run.out, " · float · in · size 3x2x2\n"));
  CHECK(has(run.out, "3 of 3 verified"));
  CHECK(read_file(folder / "out.txt") == "11 22 33\n44 55 66\n");
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(json["input"] == folder / "in");
  CHECK(json["size"] == "3x2x2");
  const auto csv = cells_of_lines(read_file(folder / "c"));
  REQUIRE(csv.size() == 4);
  CHECK(csv[0][11] == "input");
  CHECK(csv[3][11] == folder / "in");
  CHECK(has(read_file(folder / "p.svg"), "· in · size 3x2x2"));
  CHECK_FALSE(results_of_boxes("--kernel v1").contains("input"));
}

TEST_CASE("boxes: a file may come through a pipe", "[boxes][files]") {
  const TemporaryFolder folder;
  write_file(folder / "in", kTwoLayers);
  const Outcome run = run_shell("cat " + folder / "in" + " | " LOCKSTEP_LESSON_DIR "/fake_boxes --kernel v1 --input /dev/stdin --output " +
                                folder / "out.txt");
  CHECK(run.code == 0);
  CHECK(read_file(folder / "out.txt") == "11 22 33\n44 55 66\n");
}

TEST_CASE("boxes: the file is of the type asked for", "[boxes][files]") {
  const TemporaryFolder folder;
  write_file(folder / "in", "2x1x1 30000 -3");
  CHECK(boxes("--kernel v1 --type short --input " + folder / "in" + " --output " + folder / "out.txt").code == 0);
  CHECK(read_file(folder / "out.txt") == "30000 -3\n");
}

TEST_CASE("boxes: what is counted in a ladder on a file is of the file, or where --counters-at says", "[boxes][files]") {
  if (!kOnSimulator) return;
  const TemporaryFolder folder;
  write_file(folder / "some", kTwoLayers);
  CHECK(results_of_boxes("--kernel v1 --input " + folder / "some")["counted"]["size"] == "3x2x2");
  CHECK(results_of_boxes("--kernel v1 --counters-at 2x2x1 --input " + folder / "some")["counted"]["size"] == "2x2x1");
}

TEST_CASE("boxes: made inputs have an answer to write, too, that of the last version", "[boxes][files]") {
  const TemporaryFolder folder;
  const std::string out = folder / "out.txt";
  CHECK(boxes("--kernel v0,v1 --size 4x3x1 --seed 7 --output " + out).code == 0);
  const std::string seven = read_file(out);
  CHECK(std::count(seven.begin(), seven.end(), '\n') == 3);
  CHECK(boxes("--kernel v1 --size 4x3x1 --seed 8 --output " + out).code == 0);
  CHECK(read_file(out) != seven);
  CHECK(boxes("--kernel v0 --size 4x3x1 --seed 7 --output " + out).code == 0);
  CHECK(read_file(out) == seven);
}

TEST_CASE("boxes: a wrong answer is told with the file's name, and is not written", "[boxes][files]") {
  const TemporaryFolder folder;
  write_file(folder / "in", kTwoLayers);
  write_file(folder / "out.txt", "old");
  const std::string arguments = " --type short --input " + folder / "in" + " --output " + folder / "out.txt";
  const Outcome run = boxes("--kernel v0,v3" + arguments);
  CHECK(run.code == 1);
  CHECK(has(run.out, "v3_small_elements is wrong on " + folder / "in" + ", size 3x2x2: sums[0]: expected 11, got 9"));
  CHECK(has(run.out, folder / "out.txt" + " was not written: v3_small_elements failed.\n"));
  CHECK(read_file(folder / "out.txt") == "old");
  CHECK(boxes("--kernel v3,v0" + arguments).code == 1);  // in the ladder's order v3 is the last all the same
  CHECK(read_file(folder / "out.txt") == "old");
  CHECK(boxes("--kernel v0" + arguments).code == 0);
  CHECK(read_file(folder / "out.txt") == "11 22 33\n44 55 66\n");
}

TEST_CASE("boxes: a version's timeline is of the file", "[boxes][files]") {
  const TemporaryFolder folder;
  write_file(folder / "in", kTwoLayers);
  REQUIRE(boxes("--kernel v1 --input " + folder / "in" + " --timeline --plot " + folder / "p.svg").code == 0);
  CHECK(has(read_file(folder / "p.svg"), "size 3x2x2"));
}

TEST_CASE("boxes: a setting is part of the problem, in a ladder, on a file and on raw inputs", "[boxes][settings]") {
  const TemporaryFolder folder;
  const Json preset = results_of_boxes("--size 9x7x5"), asked = results_of_boxes("--size 9x7x5 --factor 3");
  CHECK(preset["settings"] == Json{{"factor", 1}});
  CHECK(asked["settings"] == Json{{"factor", 3}});
  for (const Json& version : asked["versions"]) CHECK(version["verified"] == true);
  CHECK_FALSE(has(boxes("--kernel v1 --size 9x7x5").out, "factor"));
  CHECK(has(boxes("--kernel v1 --size 9x7x5 --factor 3").out, " · size 9x7x5 · factor 3\n"));

  write_file(folder / "in", kTwoLayers);
  CHECK(boxes("--factor 2 --input " + folder / "in" + " --output " + folder / "out.txt").code == 0);
  CHECK(read_file(folder / "out.txt") == "22 44 66\n88 110 132\n");

  const std::vector<short> box{5, 7}, want{15, 21};
  write_file(folder / "raw", {reinterpret_cast<const char*>(box.data()), 2 * sizeof(short)});
  for (const char* version : {"v0_cpu", "v1_naive"}) {
    CHECK(boxes("--type short --size 2x1x1 --factor 3 --kernel " + std::string(version) + " --in " + folder / "raw" + " --out " +
                folder / "sums")
              .code == 0);
    CHECK(read_file(folder / "sums") == std::string(reinterpret_cast<const char*>(want.data()), 2 * sizeof(short)));
  }
}

TEST_CASE("boxes: each version's answer is put into words", "[boxes][summary]") {
  const TemporaryFolder folder;
  write_file(folder / "in", kTwoLayers);
  const Json run = results_of_boxes("--input " + folder / "in");
  for (const Json& version : run["versions"]) CHECK(version["notes"]["answer"] == "begins with 11");
  CHECK(has(boxes("--kernel v1 --input " + folder / "in").out, "answer  begins with 11\n"));
}

TEST_CASE("boxes: one version's chart is its history, unless a timeline is asked for", "[boxes][history]") {
  const TemporaryFolder folder;
  write_file(folder / "in", kTwoLayers);
  for (const char* version : {"v0", "v1"}) {
    const std::string run = "--kernel " + std::string(version) + " --factor 3 --input " + folder / "in" + " --plot " + folder / "p.svg";
    REQUIRE(boxes(run).code == 0);
    const std::string chart = read_file(folder / "p.svg");
    for (const char* part : {">element<", ">its sum<", "· in · size 3x2x2 · factor 3", version}) CHECK(has(chart, part));
    CHECK_FALSE(has(chart, "stream 1"));
  }
  REQUIRE(boxes("--kernel v1 --timeline --input " + folder / "in" + " --plot " + folder / "p.svg").code == 0);
  CHECK(has(read_file(folder / "p.svg"), "stream 1"));
  REQUIRE(boxes("--size 3x2x2 --plot " + folder / "p.svg").code == 0);
  CHECK_FALSE(has(read_file(folder / "p.svg"), ">element<"));
  const std::string help = boxes("--help").out;
  CHECK(has(help, "--timeline"));
  CHECK(has(help, "--factor"));
}

TEST_CASE("boxes: a file that is not what it should be gets one line and status 2", "[boxes][files]") {
  const TemporaryFolder folder;
  write_file(folder / "in", kTwoLayers);
  write_file(folder / "few", "3x2x2 1 2 3");
  write_file(folder / "empty", "");
  std::filesystem::create_directory(folder / "a_folder.txt");
  const std::string in = "--input " + folder / "in";
  check_refused("--input " + folder / "none", "cannot read " + folder / "none: No such file or directory");
  check_refused("--input " + folder / "a_folder.txt", "a_folder.txt: it is a directory");
  check_refused("--input " + folder / "few", "few: not 3x2x2 elements");
  check_refused("--input " + folder / "empty", "'' is not a size");
  check_refused(in + " --output " + folder / "a_folder.txt", "cannot write " + folder / "a_folder.txt: it is a directory");
  check_refused(in + " --output " + folder / "none/out.txt", "No such file or directory");
  check_refused(in + " --output " + folder / "out.png", "out.png: the name must end in .txt or .text");
  check_refused(in + " --size 3x2x2", "--input has its own size and values");
  check_refused(in + " --seed 2", "--input has its own size and values");
  check_refused(in + " --sweep tile=4x4", "--input has its own size and values");
  check_refused("--output " + folder / "out.txt --sweep tile=4x4", "--output is for one run");
  check_refused(in + " --in a --out b --kernel v1", "--in and --out are raw bytes");
  check_refused("--output " + folder / "out.txt --in a --out b --kernel v1", "--in and --out are raw bytes");
  check_refused(in + " --kernel v2 --tile 8x4", "v2_float_only: --tile 8x4");
  CHECK_FALSE(std::filesystem::exists(folder / "out.txt"));
  CHECK_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_CASE("boxes: a file that cannot be opened is said to be so", "[boxes][files]") {
  const TemporaryFolder folder;
  write_file(folder / "in", kTwoLayers);
  std::filesystem::permissions(folder / "in", std::filesystem::perms::none);
  if (std::ifstream(folder / "in")) return;  // root may read everything
  check_refused("--input " + folder / "in", "cannot read " + folder / "in: Permission denied");
}

TEST_CASE("boxes: bad input gets one line and status 2", "[boxes]") {
  const auto [arguments, named] = GENERATE(table<const char*, const char*>({
      {"--factor 4", "--factor must be a whole number from 1 to 3, got 4"},
      {"--kernel v1 --timeline", "--timeline chooses what --plot draws for one version"},
      {"--timeline --plot p.svg", "--timeline chooses what --plot draws for one version"},
      {"--type long", "--type long: there is no such type; there are float, short"},
      {"--type short --kernel v2", "--kernel v2: there is no such version; there are v0_cpu, v1_naive, v3_small_elements"},
      {"--size 3x4", "write AxBxC, or one number for all 3"},
      {"--size 3x4x5x6", "'5x6' is not a size"},
      {"--size 3x4x0", "'0' is not a size"},
      {"--sweep size=2x2", "AxBxC"},
      {"--tile 33x32", "--tile 33x32: a tile is a block of WxH threads, 1 to 1024 in all, such as 16x16"},
      {"--tile 0x8", "--tile 0x8"},
      {"--tile 8x4 --kernel v2", "v2_float_only: --tile 8x4: this version's blocks have a shape of their own"},
      {"--sweep tile=4x4,8x8 --kernel v2", "v2_float_only: --tile 4x4: this version's blocks have a shape of their own"},
      {"--type short,short", "--type short,short: short is there twice"},
      {"--type short,long", "--type long: there is no such type"},
  }));
  check_refused(arguments, named);
}
