/// @file
/// @brief Tests what calls add up to.
#include "harness/reports/call_table.hpp"
#include "catch.hpp"
#include "harness/reports/time_profile.hpp"

using lockstep::Activity;
using lockstep::add_call;
using lockstep::CallGroup;
using lockstep::calls_text;
using lockstep::time_profile_text;
using lockstep::Timeline;

namespace {

/// The lines of a table, without its heading.
std::vector<std::string> rows_of(const std::string& table) {
  std::vector<std::string> rows;
  for (std::size_t from = 0; from < table.size();) {
    const std::size_t end = table.find('\n', from);
    rows.push_back(table.substr(from, end - from));
    from = end + 1;
  }
  rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

}  // namespace

TEST_CASE("Calls of a name add up, and the name with most of the total comes first", "[calls]") {
  std::vector<CallGroup> groups;
  for (const double steps : {1.0, 3.0, 2.0}) add_call(groups, "few", steps);
  add_call(groups, "many", 18);
  const auto rows = rows_of(calls_text(groups, "steps"));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == "  75.0 %       18       1       18       18       18  many");
  CHECK(rows[1] == "  25.0 %        6       3        2        1        3  few");
}

TEST_CASE("Calls that take no time have no share, and long names are cut at 80 columns", "[calls]") {
  const auto rows = rows_of(calls_text({{.name = std::string(100, 'n'), .values = {0}}}, "ms"));
  CHECK(rows.at(0).starts_with("   0.0 %        0 "));
  CHECK(rows.at(0).find(std::string(60, 'n')) == std::string::npos);
}

TEST_CASE("A timeline's kernels and copies add up under their names, each of them in the order of time", "[calls]") {
  const Timeline timeline{.source = "measured",
                          .bars = {{.activity = Activity::kernel, .kernel = "add", .begin = 5, .end = 8},
                                   {.activity = Activity::copy_to_device, .begin = 1, .end = 2},
                                   {.activity = Activity::kernel, .kernel = "add", .begin = 3, .end = 4}}};
  const std::string text = time_profile_text("v1_naive", timeline, true);
  CHECK(text.find("v1_naive: times measured\n") != text.npos);
  CHECK(text.find("  80.0 %        4       2        2        1        3  add\n") != text.npos);
  CHECK(text.find("  20.0 %        1       1        1        1        1  [copy to the device]\n") != text.npos);
  const std::size_t copy = text.find("         0      1.000  [copy to the device]\n"), kernel = text.find("     4.000      3.000  add\n");
  CHECK(copy != text.npos);
  CHECK(kernel != text.npos);
  CHECK(copy < kernel);
  CHECK(time_profile_text("v1_naive", {}, false) == "\nv1_naive: nothing ran on the device\n");
}
