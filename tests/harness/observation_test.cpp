/// @file
/// @brief Tests how observations are put together, and how counters become cells and listings.
#include "observation/observation.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "catch.hpp"
#include "harness/reports/counter_columns.hpp"
#include "harness/reports/launch_table.hpp"
#include "harness/reports/source_listing.hpp"
#include "observation/json.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/text.hpp"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

constexpr const char* kLoads = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* kLoadSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* kIdealLoadSectors = "lockstep__ideal_sectors_mem_global_op_ld.sum";
constexpr const char* kBarriers = "lockstep__barriers.sum";
constexpr const char* kMost = "lockstep__atomic_contention.max";
constexpr const char* kLanes = "lockstep__lanes_per_step.ratio";

Counters loads(double requests, double sectors, double ideal) {
  return {{kLoads, requests}, {kLoadSectors, sectors}, {kIdealLoadSectors, ideal}, {kLanes, 32}};
}

std::vector<std::string> rows(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string row; std::getline(stream, row);) all.push_back(row);
  return all;
}

/// The row of one set of counters.
std::string row_of(const std::vector<CounterColumn>& columns, const Counters& counters) {
  return line_of(text_columns(columns, {counters}), kHeadingLines);
}

Hazard race(unsigned line, unsigned long times) { return {.kind = "race", .kernel = "k", .file = "a.cu", .line = line, .count = times}; }

}  // namespace

TEST_CASE("Counters of several parts are those of the whole", "[observation]") {
  const Counters whole =
      total(std::vector<Counters>{{{kLoads, 3}, {kMost, 7}, {"lockstep__steps.sum", 1}, {"lockstep__lane_steps.sum", 32}, {kLanes, 32}},
                                  {{kLoads, 4}, {kMost, 5}, {"lockstep__steps.sum", 3}, {"lockstep__lane_steps.sum", 12}, {kLanes, 4}}});
  CHECK(whole.at(kLoads) == 7);
  CHECK(whole.at(kMost) == 7);
  CHECK(whole.at(kLanes) == 11);
  CHECK(value_of(whole, kCounters.lanes_per_step) == 11);
  CHECK(value_of(whole, kCounters.barriers) == 0);  // not counted
  CHECK(total(std::vector<Counters>{}).empty());
}

TEST_CASE("The table has each name once, and says how each counter adds up, as the names do", "[observation]") {
  std::set<std::string_view> names;
  for (const Counter& row : all_counters()) {
    const std::string_view name = row.name;
    CAPTURE(name);
    CHECK(names.insert(name).second);
    CHECK(name.ends_with(".max") == (row.accumulation == Accumulation::maximum));
    CHECK(name.ends_with(".ratio") == (row.accumulation == Accumulation::ratio));
    CHECK((row.numerator != nullptr && row.denominator != nullptr) == (row.accumulation == Accumulation::ratio));
    CHECK_FALSE(std::string_view(row.unit).empty());
  }
  CHECK(names.contains(kLoads));
  CHECK(names.contains(kLanes));
}

TEST_CASE("Counters of an instruction are found by its name", "[observation]") {
  CHECK(std::string_view(of_op(kCounters.requests, "ld").name) == kLoads);
  CHECK(&of_op(kCounters.sectors, "red") == &kCounters.sectors[2]);
  CHECK(&of_op(kCounters.wavefronts, "atom") == &kCounters.wavefronts[2]);
  CHECK_THROWS_AS(of_op(kCounters.wavefronts, "red"), std::out_of_range);
}

TEST_CASE("What was counted is read as it was written", "[observation]") {
  const WarpRequest request{.file = "a.cu",
                            .line = 9,
                            .shared = true,
                            .write = true,
                            .atomic = true,
                            .bytes = 8,
                            .lanes = 0xffff,
                            .address = {~0ull, 8, 16},
                            .sectors = 3,
                            .ideal_sectors = 2,
                            .wavefronts = 5,
                            .bank_conflicts = 4,
                            .phases = {{.lanes = 0xff, .wavefronts = 1, .crowded_banks = 1u << 31}}};
  const std::vector<LaunchCounters> launches{
      {.kernel = "k", .grid = {4, 5, 6}, .block = {7, 8, 9}, .counters = loads(1, 2, 0.1), .lines = {{"a.cu", 9, loads(1, 1, 1)}}},
      {.kernel = "l", .requests = std::vector{request, WarpRequest{}}},
      {.kernel = "nothing touched", .requests = std::vector<WarpRequest>{}}};
  const std::string written = nlohmann::json(launches).dump(1);
  CHECK(nlohmann::json::parse(written).get<std::vector<LaunchCounters>>() == launches);
  CHECK(nlohmann::json(std::vector<LaunchCounters>{}).dump(1) == "[]");
  for (const char* key : {"kernel", "grid", "block", "counters", "lines"}) {
    nlohmann::json without = launches.front();
    without.erase(key);
    CHECK_THROWS_AS(without.get<LaunchCounters>(), nlohmann::json::out_of_range);
  }
}

TEST_CASE("The same line of several launches is one", "[observation]") {
  const LaunchCounters first{.kernel = "k", .lines = {{"b.cu", 1, {{kLoads, 1}}}, {"a.cu", 9, {{kLoads, 2}}}}};
  const LaunchCounters second{.kernel = "l", .lines = {{"a.cu", 9, {{kLoads, 5}}}, {"a.cu", 10, {{kLoads, 6}}}}};
  const auto lines = merge_lines({first, second});
  REQUIRE(lines.size() == 3);
  CHECK((lines[0].file == "a.cu" && lines[0].line == 9));
  CHECK(lines[0].counters.at(kLoads) == 7);
  CHECK(lines[1].line == 10);
  CHECK(lines[2].file == "b.cu");
}

TEST_CASE("The same hazard of several runs is one, and other places are others", "[observation]") {
  std::vector<Hazard> all{race(5, 2)};
  merge_hazards(all, {race(6, 1), race(5, 3)});
  REQUIRE(all.size() == 2);
  CHECK(all[0].count == 5);
  CHECK(all[1].line == 6);
  CHECK(count_of(all, Severity::error) == 2);
  CHECK(count_of(all, Severity::warning) == 0);
}

TEST_CASE("Counts are at most five characters", "[observation]") {
  CHECK(short_count(0) == "0");
  CHECK(short_count(9999) == "9999");
  CHECK(short_count(10000) == "10.0k");
  CHECK(short_count(65536) == "65.5k");
  CHECK(short_count(999499) == "999k");
  CHECK(short_count(999500) == "1.00M");
  CHECK(short_count(1048576) == "1.05M");
  CHECK(short_count(268435456) == "268M");
  for (int power = 0; power < 545; ++power) CHECK(short_count(std::pow(1.07, power)).size() <= 5);  // up to 1e16
}

TEST_CASE("Cells show sectors against the ideal, and a dash where there is nothing", "[observation]") {
  CHECK(row_of(kGlobalColumns, loads(10, 320, 40)) == " 32.0/4.0          –      –");
  CHECK(row_of(kSharedColumns, {{"lockstep__requests_mem_shared_op_ld.sum", 2},
                                {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", 64},
                                {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 62}}) == "         64        62");
  CHECK(row_of(kSharedColumns, {}) == "          –         –");
}

TEST_CASE("Columns never touch, whatever is in them", "[observation]") {
  const std::vector<TextColumn> columns{{4, {"", "a", "1", "12345"}}, {4, {"over", "b", "1234", ""}}};
  CHECK(line_of(columns, 1) == "     a    b");
  CHECK(line_of(columns, 2) == "     1 1234");
  CHECK(line_of(columns, 3) == " 12345     ");
  CHECK(width_of(columns) == 11);
}

TEST_CASE("Numbers of any length keep apart in a listing and in a table of launches", "[observation]") {
  const Counters many{{kLanes, 32}, {kBarriers, 18432}};
  CHECK(listing_text({{"/x/k.cu", 1, many}}).find("32.0 18.4kb ") != std::string::npos);
  Counters huge = loads(1e21, 32e21, 4e21);
  huge[kLanes] = 32;
  huge[kBarriers] = 1e25;
  const std::string cells =
      rows(launches_text({{.kernel = "k", .grid = {1, 1, 1}, .block = {32, 1, 1}, .counters = huge}}, LaunchRows::alike)).back();
  std::istringstream words(cells);
  CHECK(std::distance(std::istream_iterator<std::string>(words), {}) == 9);
}

TEST_CASE("A listing puts counters beside the lines, shows what is around them, and keeps to 80 columns", "[observation]") {
  const TemporaryFolder folder;
  const std::string file = folder / "kernel.cu";
  {
    std::ofstream out(file);
    for (int i = 1; i <= 30; ++i)
      out << "line" << i << (i == 5 ? " = äöü[some_very_long_expression] + another_one * and_a_third_one[too];  // why" : "") << '\n';
  }
  const std::string text = listing_text({{file, 5, loads(10, 320, 40)}, {file, 20, {{kBarriers, 7}}}});
  const auto all = rows(text);
  for (const std::string& row : all) CHECK(display_width(row) <= 80);
  CHECK(text.find("kernel.cu") != text.npos);
  CHECK(text.find("    10  8.00  32.0           5  line5 = äöü[") != text.npos);
  CHECK(text.find("// why") == text.npos);  // a comment goes first
  CHECK(text.find("[too];") != text.npos);  // code is wrapped, not cut
  CHECK(text.find("7b    20  line20") != text.npos);
  CHECK(text.find("     3  line3\n") != text.npos);
  CHECK(text.find("     7  line7\n") != text.npos);
  CHECK(text.find("line8\n") == text.npos);
  CHECK(text.find("⋮\n") != text.npos);
  CHECK(text.find("fronts") == text.npos);  // no column without numbers
}

TEST_CASE("A listing of a source that is gone still has the numbers", "[observation]") {
  const std::string text = listing_text({{"/nowhere/k.cu", 5, loads(10, 40, 40)}});
  CHECK(text.find("    10  1.00  32.0     5\n") != text.npos);
}

TEST_CASE("Kernels' files are listed first, and files that are only passed through not at all", "[observation]") {
  const std::string text = listing_text({{"/x/a.hpp", 1, loads(1, 4, 4)}, {"/x/b.hpp", 2, {{kLanes, 32}}}, {"/x/c.cu", 3, loads(1, 4, 4)}});
  CHECK(text.find("c.cu") < text.find("a.hpp"));
  CHECK(text.find("b.hpp") == text.npos);
}

TEST_CASE("Launches of one kernel and shape that are alike in all counters are one row", "[observation]") {
  const LaunchCounters one{.kernel = "k", .grid = {4, 1, 1}, .block = {16, 16, 1}, .counters = loads(10, 320, 40)};
  LaunchCounters other = one;
  other.grid = {5, 6, 7};
  const std::string text = launches_text({one, other, one}, LaunchRows::alike);
  CHECK(text.find("k<<<4, (16, 16)>>>\n       2 32.0/4.0") != text.npos);
  CHECK(text.find("k<<<(5, 6, 7), (16, 16)>>>\n       1 32.0/4.0") != text.npos);
  LaunchCounters slow = one;
  slow.counters = loads(10, 80, 40);
  CHECK(launches_text({one, slow, one}, LaunchRows::alike).find("k<<<4, (16, 16)>>>\n       1  8.0/4.0") != text.npos);
  CHECK(rows(launches_text({one, slow, one}, LaunchRows::each)).size() == rows(launches_text({one, slow}, LaunchRows::each)).size() + 2);
  std::vector<LaunchCounters> many;  // of one shape, too many different ones for a look
  for (int i = 1; i <= 9; ++i) many.push_back({.kernel = "k", .grid = {4, 1, 1}, .block = {32, 1, 1}, .counters = loads(10, 40.0 * i, 40)});
  CHECK(launches_text(many, LaunchRows::alike).find("       9 20.0/4.0") != text.npos);
  CHECK(rows(launches_text(many, LaunchRows::each)).size() == 2 + 2 * 9);
  other.kernel = std::string(200, 'n');
  for (const std::string& row : rows(launches_text({other}, LaunchRows::alike))) CHECK(display_width(row) <= 80);
}
