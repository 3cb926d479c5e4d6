/// @file
/// @brief Tests the axis of a sweep's chart.
#include "harness/plots/sweep_axis.hpp"
#include "catch.hpp"

using namespace lockstep;

namespace {

RunResult sweep(const char* key, std::vector<std::string> values = {}) {
  RunResult run;
  run.sweeps = {{.key = key, .values = std::move(values)}};
  return run;
}

RunResult sizes(const std::vector<Size>& values, int dimensions) {
  RunResult run = sweep("size");
  run.dimensions = dimensions;
  run.size_form = "MxNxK";
  for (const Size value : values) run.points.push_back({.size = value});
  return run;
}

using Values = std::vector<double>;

}  // namespace

TEST_CASE("Lengths and rectangles are counted in elements", "[axis]") {
  CHECK(sweep_axis(sizes({{8}, {16}}, 1)).values == Values{8, 16});
  const Axis axis = sweep_axis(sizes({{8, 2}, {16, 2}}, 2));
  CHECK(axis.label == "elements");
  CHECK(axis.values == Values{16, 32});
}

TEST_CASE("Of boxes, the extent that changes is on the axis", "[axis]") {
  const Axis k = sweep_axis(sizes({{8, 4, 256}, {8, 4, 1024}}, 3)), n = sweep_axis(sizes({{8, 4, 8}, {8, 2, 8}, {8, 4, 8}}, 3));
  CHECK(k.label == "K");
  CHECK(k.values == Values{256, 1024});
  CHECK(n.label == "N");
  CHECK(n.values == Values{4, 2, 4});
}

TEST_CASE("Of cubes it is the side, and of other boxes the product", "[axis]") {
  const Axis cubes = sweep_axis(sizes({{3, 3, 3}, {6, 6, 6}}, 3)), others = sweep_axis(sizes({{3, 3, 3}, {6, 6, 3}}, 3));
  CHECK(cubes.label == "M = N = K");
  CHECK(cubes.values == Values{3, 6});
  CHECK(others.label == "M·N·K");
  CHECK(others.values == Values{27, 108});
}

TEST_CASE("Tiles stand side by side", "[axis]") {
  const Axis axis = sweep_axis(sweep("tile", {"16x16", "32x8", "4x4"}));
  CHECK(axis.values == Values{1, 2, 3});
  CHECK(axis.commands.find("set xtics ('16x16' 1, '32x8' 2, '4x4' 3)") != std::string::npos);
  CHECK(axis.commands.find("logscale") == std::string::npos);
}

TEST_CASE("Blocks and grids stand at their numbers", "[axis]") {
  const Axis block = sweep_axis(sweep("block", {"64", "96"})), grid = sweep_axis(sweep("grid", {"7", "7"}));
  CHECK(block.values == Values{64, 96});
  CHECK(block.label == "threads of a block");
  CHECK(grid.values == Values{7, 7});
  CHECK(grid.label == "blocks of the grid");
}
