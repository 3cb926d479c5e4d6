/// @file
/// @brief Adds calls up, as a profiler does.
#include "harness/reports/call_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/reports/cells.hpp"
#include "harness/reports/counter_columns.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

double total_of(const CallGroup& group) { return std::accumulate(group.values.begin(), group.values.end(), 0.0); }

std::string amount(double value) { return value >= 1e4 || value == std::floor(value) ? short_count(value) : number(value); }

}  // namespace

void add_call(std::vector<CallGroup>& groups, const std::string& name, double value) {
  auto known = std::ranges::find(groups, name, &CallGroup::name);
  if (known == groups.end()) known = groups.insert(known, {.name = name});
  known->values.push_back(value);
}

std::string calls_text(std::vector<CallGroup> groups, const std::string& unit) {
  std::ranges::stable_sort(groups, std::ranges::greater(), total_of);
  double all = 0;
  for (const CallGroup& group : groups) all += total_of(group);
  std::string text = fmt::format("{:>8} {:>8} {:>7} {:>8} {:>8} {:>8}\n", "share of", unit, "", unit, "", "");
  text += fmt::format("{:>8} {:>8} {:>7} {:>8} {:>8} {:>8}  name\n", unit, "in all", "calls", "a call", "least", "most");
  for (const CallGroup& group : groups) {
    const double total = total_of(group);
    const auto [least, most] = std::ranges::minmax(group.values);
    text += cut_to(fmt::format("{:>6.1f} % {:>8} {:>7} {:>8} {:>8} {:>8}  {}", all > 0 ? 100 * total / all : 0, amount(total),
                               group.values.size(), amount(total / static_cast<double>(group.values.size())), amount(least), amount(most),
                               group.name),
                   kScreenWidth) +
            '\n';
  }
  return text;
}

}  // namespace lockstep
