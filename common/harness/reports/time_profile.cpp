/// @file
/// @brief Adds up the bars of a timeline.
#include "harness/reports/time_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/reports/call_table.hpp"
#include "harness/reports/cells.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

std::string name_of(const TimelineBar& bar) {
  switch (bar.activity) {
    case Activity::copy_to_device:
      return "[copy to the device]";
    case Activity::copy_to_host:
      return "[copy to the host]";
    case Activity::copy_on_device:
      return "[copy on the device]";
    case Activity::fill:
      return "[fill]";
    case Activity::kernel:
      break;
  }
  return bar.kernel;
}

std::string lines_of(std::vector<TimelineBar> bars) {
  std::ranges::stable_sort(bars, {}, &TimelineBar::begin);
  std::string text = fmt::format("\n{:>10} {:>10}  name\n", "begins ms", "takes ms");
  for (const TimelineBar& bar : bars)
    text += cut_to(fmt::format("{:>10} {:>10}  {}", number(bar.begin - bars.front().begin), number(bar.end - bar.begin), name_of(bar)),
                   kScreenWidth) +
            '\n';
  return text;
}

}  // namespace

std::string time_profile_text(const std::string& version, const Timeline& timeline, bool each) {
  std::vector<CallGroup> groups;
  for (const TimelineBar& bar : timeline.bars) add_call(groups, name_of(bar), bar.end - bar.begin);
  if (groups.empty()) return fmt::format("\n{}: nothing ran on the device\n", version);
  return fmt::format("\n{}: times {}\n{}", version, timeline.source, calls_text(std::move(groups), "ms")) +
         (each ? lines_of(timeline.bars) : "");
}

}  // namespace lockstep
