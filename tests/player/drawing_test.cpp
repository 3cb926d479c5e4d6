/// @file
/// @brief Drawings of traces: which cells are written, by which thread, of which values; shuffles; and what cannot be drawn.
#include "player/drawing/drawing.hpp"

#include <fmt/format.h>

#include <fstream>
#include <set>

#include "catch.hpp"
#include "message_of.hpp"
#include "player/drawing/wiring.hpp"
#include "support/svg/themes.hpp"
#include "support/temporary_folder.hpp"
#include "traces.hpp"

using namespace lockstep;
using namespace lockstep::player;
using Catch::Contains;
using lockstep::testing::message_of;
using lockstep::testing::trace;
using nlohmann::json;

namespace {

json array(const std::string& name, const json& shape, const std::string& space = "shared") {
  return {{"name", name},      {"space", space},  {"type", "float"}, {"scalar", "f32"},
          {"scalar_bytes", 4}, {"components", 1}, {"shape", shape},  {"start", 0}};
}

/// The lanes are the lowest ones, one for each index, or those of a mask.
json access(const std::string& kind, int line, const json& index, const json& value, unsigned lanes = 0) {
  if (lanes == 0) lanes = (1u << index.size()) - 1;
  return {{"kind", kind}, {"block", 0},     {"warp", 0},      {"at", {0, line}}, {"lanes", lanes},
          {"array", 0},   {"index", index}, {"value", value}, {"bytes", 4}};
}

json barrier() { return {{"kind", "barrier"}, {"block", 0}, {"warp", 0}, {"at", {0, 1}}, {"lanes", 1}, {"sync", "block"}, {"arrived", 4}}; }

json shuffle(const json& in, const json& out, const json& from) {
  const unsigned lanes = (1u << in.size()) - 1;
  return {{"kind", "exchange"},         {"block", 0}, {"warp", 0},  {"at", {0, 7}}, {"lanes", lanes},
          {"name", "__shfl_down_sync"}, {"in", in},   {"out", out}, {"from", from}};
}

Trace trace_of(const std::vector<json>& events, const std::vector<json>& arrays) {
  const json launch{{"kernel", "reduce"}, {"version", "v5_sequential"}, {"order", "numbered"}, {"grid", {1, 1, 1}},
                    {"block", {4, 1, 1}}, {"hazards", json::array()},   {"arrays", arrays},    {"events", events}};
  const json file{{"name", "a.cu"}, {"lines", json::array({"code"})}};
  const TemporaryFolder folder;
  std::ofstream(folder / "t.json") << json{
      {"schema", "lockstep-trace-1"}, {"cut", nullptr}, {"files", json::array({file, file})}, {"launches", json::array({launch})}};
  return read_trace(folder / "t.json");
}

Trace trace_of(const std::vector<json>& events) { return trace_of(events, {array("sums", {4})}); }

/// 1 + 2 + 3 + 4: each partner is half of the remaining elements away.
std::vector<json> tree() {
  return {access("store", 2, {0, 1, 2, 3}, {1.0, 2.0, 3.0, 4.0}),
          barrier(),
          access("load", 5, {2, 3}, {3.0, 4.0}),
          access("load", 5, {0, 1}, {1.0, 2.0}),
          access("store", 5, {0, 1}, {4.0, 6.0}),
          barrier(),
          access("load", 5, json::array({1}), json::array({6.0})),
          access("load", 5, json::array({0}), json::array({4.0})),
          access("store", 5, json::array({0}), json::array({10.0})),
          barrier(),
          access("load", 9, json::array({0}), json::array({10.0}))};
}

std::vector<double> numbers(const WiredRow& row) {
  std::vector<double> found;
  for (const auto& value : row.values) found.push_back(value ? value->get<double>() : -1);
  return found;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

using Wires = std::set<Wire>;
using Writers = std::map<std::size_t, std::string>;

}  // namespace

TEST_CASE("drawing: a tree has a row for each addition, with wires from both of its sums") {
  const Wiring wiring = array_wiring(trace_of(tree()), "sums");
  CHECK(wiring.title == "sums in reduce, v5_sequential");
  REQUIRE(wiring.columns.size() == 4);
  CHECK(wiring.columns[2].head == "2");
  CHECK(wiring.columns[2].name == "sums[2]");
  REQUIRE(wiring.rows.size() == 3);
  CHECK(numbers(wiring.rows[0]) == std::vector<double>{1, 2, 3, 4});
  CHECK(wiring.rows[0].wires.empty());
  CHECK_FALSE(wiring.rows[0].behind_barrier);
  CHECK(numbers(wiring.rows[1]) == std::vector<double>{4, 6, 3, 4});
  CHECK(wiring.rows[1].wires == Wires{{0, 0}, {2, 0}, {1, 1}, {3, 1}});
  CHECK(wiring.rows[1].writers == Writers{{0, "0"}, {1, "1"}});
  CHECK(wiring.rows[1].active == std::set<std::size_t>{0, 1});
  CHECK(wiring.rows[1].behind_barrier);
  CHECK(wiring.rows[1].label == "line 5");
  CHECK(wiring.rows[1].step == "step 5");
  CHECK(numbers(wiring.rows[2]) == std::vector<double>{10, 6, 3, 4});
  CHECK(wiring.rows[2].wires == Wires{{0, 0}, {1, 0}});
}

TEST_CASE("drawing: the drawing has all cells and wires, dims what rests, and names the values for those who do not see it") {
  const std::string svg = drawing(trace_of(tree()), "sums");
  CHECK(count(svg, "class=\"written\"") == 7);
  CHECK(count(svg, "class=\"kept\"") == 5);
  CHECK(count(svg, "class=\"idle\"") == 5);
  CHECK(count(svg, "class=\"wire\"") == 3);
  CHECK(count(svg, "class=\"own\"") == 3);
  CHECK(count(svg, "class=\"barrier\"") == 2);
  CHECK(count(svg, "class=\"node\"") == 7);
  CHECK_THAT(svg, Contains("role=\"img\""));
  CHECK_THAT(svg, Contains("<title>sums in reduce, v5_sequential</title>"));
  CHECK_THAT(svg, Contains("line 5: sums[0] = 10 from sums[0] and sums[1]."));
}

TEST_CASE("drawing: two warps that write in one statement between two barriers share a row, two turns of a loop do not") {
  json other = access("store", 2, {2, 3}, {7.0, 8.0});
  other["warp"] = 1;
  const json first = access("store", 2, {0, 1}, {5.0, 6.0}), again = access("store", 2, {0, 1}, {1.0, 2.0});
  const Wiring wiring = array_wiring(trace_of({first, again, other}), "sums");
  REQUIRE(wiring.rows.size() == 2);
  CHECK(numbers(wiring.rows[0]) == std::vector<double>{5, 6, 7, 8});
  CHECK(wiring.rows[0].writers == Writers{{0, "0"}, {1, "1"}, {2, "32"}, {3, "33"}});
  CHECK(numbers(wiring.rows[1]) == std::vector<double>{1, 2, 7, 8});
  CHECK(array_wiring(trace_of({first, barrier(), other}), "sums").rows.size() == 2);
  CHECK(array_wiring(trace_of({first, other}), "sums").rows.size() == 1);
  other["at"] = {1, 2};  // the same line of another file
  CHECK(array_wiring(trace_of({first, other}), "sums").rows.size() == 2);
  other["at"] = nullptr;
  CHECK(array_wiring(trace_of({first, other}), "sums").rows[1].label.empty());
}

TEST_CASE("drawing: what a thread reads long before it writes is a source, and what was there before has a row") {
  const json other = access("load", 3, {1, 2}, {20.0, 30.0});
  const Wiring wiring = array_wiring(trace_of({other, barrier(), access("store", 4, {0, 1}, {20.0, 30.0})}), "sums");
  REQUIRE(wiring.rows.size() == 2);
  CHECK(wiring.rows[0].label == "before");
  CHECK(numbers(wiring.rows[0]) == std::vector<double>{-1, 20, 30, -1});
  CHECK(wiring.rows[1].wires == Wires{{1, 0}, {2, 1}});
}

TEST_CASE("drawing: threads that meet at a cell by atomics are counted") {
  json add = access("atomic", 6, {1, 1, 1, 2}, {});
  add.erase("value");
  add["operation"] = "add";
  add["old"] = {5.0, 6.0, 7.0, 0.0};
  add["new"] = {6.0, 7.0, 8.0, 1.0};
  const Wiring wiring = array_wiring(trace_of({add}), "sums");
  REQUIRE(wiring.rows.size() == 2);
  CHECK(numbers(wiring.rows[0]) == std::vector<double>{-1, 5, 0, -1});
  CHECK(numbers(wiring.rows[1]) == std::vector<double>{-1, 8, 1, -1});
  CHECK(wiring.rows[1].writers == Writers{{1, "3×"}, {2, "3"}});
}

TEST_CASE("drawing: a shuffle has a row before it and one after it, and what is stored in the end") {
  const std::vector<json> events{shuffle({1.0, 2.0, 3.0, 4.0}, {3.0, 4.0, 3.0, 4.0}, {2, 3, 2, 3}),
                                 shuffle({4.0, 6.0, 6.0, 8.0}, {6.0, 6.0, 8.0, 8.0}, {1, 2, 3, 3}),
                                 access("store", 8, json::array({0}), json::array({10.0}))};
  const Wiring wiring = lane_wiring(trace_of(events));
  CHECK(wiring.columns.size() == 4);
  REQUIRE(wiring.rows.size() == 5);
  CHECK(numbers(wiring.rows[0]) == std::vector<double>{1, 2, 3, 4});
  CHECK(numbers(wiring.rows[1]) == std::vector<double>{3, 4, 3, 4});
  CHECK(wiring.rows[1].wires == Wires{{2, 0}, {3, 1}, {2, 2}, {3, 3}});
  CHECK(numbers(wiring.rows[2]) == std::vector<double>{4, 6, 6, 8});
  CHECK(wiring.rows[3].wires == Wires{{1, 0}, {2, 1}, {3, 2}, {3, 3}});
  CHECK(numbers(wiring.rows[4]) == std::vector<double>{10, -1, -1, -1});
  CHECK(wiring.rows[4].active == std::set<std::size_t>{0});
  CHECK(lane_wiring(trace("shuffle")).columns.size() == 32);
}

TEST_CASE("drawing: whole numbers are never rounded, fractions are") {
  const std::string svg = drawing(trace_of({access("store", 2, {0, 1, 2}, {12345678.0, 0.123456789, 1e15})}), "sums");
  CHECK_THAT(svg, Contains(">12345678<") && Contains(">1000000000000000<") && Contains(">0.123456789<"));
  const std::string fractions = drawing(trace_of({access("store", 2, {0, 1, 2}, {0.123456789, "unset", "NaN"})}), "sums");
  CHECK_THAT(fractions, Contains(">0.1235<") && Contains(">?<") && Contains(">NaN<"));
}

TEST_CASE("drawing: eight columns of short values fit a telephone, more do in letters of 11 pixels or scroll") {
  const auto least_width = [](std::size_t columns, double value) {
    std::vector<std::size_t> index;
    for (std::size_t i = 0; i < columns; ++i) index.push_back(i);
    const std::vector<json> events{access("store", 2, index, std::vector<double>(columns, value))};
    const std::string svg = drawing(trace_of(events, {array("sums", json::array({columns}))}), "sums");
    const std::string before = "{ min-width: ", own = "class=\"wiring from-";  // several drawings of a page do not share it
    const int width = std::stoi(svg.substr(svg.find(before) + before.size()));
    CHECK_THAT(svg, Contains(fmt::format("{}{}\"", own, width)) && Contains(fmt::format(".wiring.from-{} {{", width)));
    return width;
  };
  CHECK(least_width(8, -13) <= 328);
  CHECK(least_width(16, 12) <= 328);
  CHECK(least_width(16, -1234) > 400);
}

TEST_CASE("drawing: elements of a tile have their row and column, and of a large array only those that are touched are drawn") {
  const json store = access("store", 2, {4, 5}, {1.0, 2.0});
  CHECK(array_wiring(trace_of({store}, {array("tile", {2, 4})}), "tile").columns[5].head == "1,1");
  const Wiring part = array_wiring(trace_of({store}, {array("in", json::array({1000}), "global")}), "in");
  REQUIRE(part.columns.size() == 2);
  CHECK(part.columns[0].name == "in[4]");
}

TEST_CASE("drawing: what cannot be drawn is said in a line") {
  const Trace small = trace_of(tree());
  CHECK(message_of([&] { drawing(small, "sum"); }) == "--draw sum: the trace has no such array; it has sums");
  CHECK(message_of([&] { drawing(small, "lanes"); }) == "--draw lanes: no traced warp shuffles");
  CHECK(message_of([&] {
          drawing(trace_of({access("load", 2, {0, 1}, {1.0, 2.0})}), "sums");
        }) == "--draw sums: no traced warp writes to it");
  CHECK(message_of([&] { drawing(trace("tree"), "sums"); }) ==
        "--draw sums: 64 elements do not fit (at most 32 do); trace a small run, such as --size 8 --block 8");
}

TEST_CASE("drawing: colours are for light pages and dark ones, and for paper") {
  constexpr Paint kPaints[] = {{".cell", "fill", "white", "black"}};
  const std::string style = in_both_themes("tree", kPaints);
  CHECK_THAT(style, Contains(".tree .cell, .light-mode .tree .cell { fill: white; }"));
  CHECK_THAT(style, Contains("@media screen and (prefers-color-scheme: dark) {\n.tree .cell { fill: black; }"));
  CHECK_THAT(style, Contains("@media screen {\n.dark-mode .tree .cell { fill: black; }"));
}
