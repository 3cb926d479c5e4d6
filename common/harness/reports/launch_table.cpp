/// @file
/// @brief Groups launches and lists them.
#include "harness/reports/launch_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/reports/counter_columns.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr int kCountWidth = 8;

constexpr std::size_t kMostRowsForALook = 8;

/// Launches that share a row.
struct LaunchGroup {
  std::string name;
  std::vector<Counters> launches;
};

template <class Alike>
std::vector<LaunchGroup> group(const std::vector<LaunchCounters>& launches, Alike alike) {
  std::vector<LaunchGroup> groups;
  for (const LaunchCounters& launch : launches) {
    const std::string name = launch_name(launch);
    auto known = std::ranges::find_if(groups, [&](const LaunchGroup& one) { return one.name == name && alike(one, launch); });
    if (known == groups.end()) known = groups.insert(known, {name, {}});
    known->launches.push_back(launch.counters);
  }
  return groups;
}

std::vector<LaunchGroup> groups_of(const std::vector<LaunchCounters>& launches, LaunchRows rows) {
  if (rows == LaunchRows::each) return group(launches, [](const LaunchGroup&, const LaunchCounters&) { return false; });
  auto groups =
      group(launches, [](const LaunchGroup& one, const LaunchCounters& launch) { return one.launches.front() == launch.counters; });
  if (groups.size() <= kMostRowsForALook) return groups;
  return group(launches, [](const LaunchGroup&, const LaunchCounters&) { return true; });
}

std::string extent(const std::array<unsigned, 3>& e) {
  if (e[2] != 1) return fmt::format("({}, {}, {})", e[0], e[1], e[2]);
  return e[1] != 1 ? fmt::format("({}, {})", e[0], e[1]) : std::to_string(e[0]);
}

}  // namespace

std::string launch_name(const LaunchCounters& launch) {
  return fmt::format("{}<<<{}, {}>>>", launch.kernel, extent(launch.grid), extent(launch.block));
}

std::string launches_text(const std::vector<LaunchCounters>& launches, LaunchRows rows) {
  const std::vector<LaunchGroup> groups = groups_of(launches, rows);
  std::vector<Counters> totals;
  TextColumn counts{kCountWidth, {"", "launches"}};
  for (const LaunchGroup& one : groups) {
    totals.push_back(total(one.launches));
    counts.cells.push_back(std::to_string(one.launches.size()));
  }
  std::vector<TextColumn> columns = text_columns(kLaunchColumns, totals);
  columns.insert(columns.begin(), counts);
  std::string text = without_end_blanks(line_of(columns, 0)) + '\n' + line_of(columns, 1) + '\n';
  for (std::size_t i = 0; i < groups.size(); ++i)
    text += fmt::format("{}\n{}\n", cut_to(groups[i].name, kScreenWidth), line_of(columns, i + 2));
  return text;
}

}  // namespace lockstep
