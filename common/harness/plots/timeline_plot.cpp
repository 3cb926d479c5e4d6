/// @file
/// @brief A timeline as a chart, drawn by gnuplot.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "harness/plots/gnuplot.hpp"
#include "harness/timing/timeline.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

/// Bars that look alike and share an entry of the legend.
struct BarGroup {
  std::string title;
  const char* colour;
  std::string data{};
};

/// For kernels, in the order in which their names appear. Colour-blind readers can tell them all apart.
constexpr std::array kKernelColours = {"#009e73", "#cc79a7", "#f0e442", "#56b4e9", "#000000"};

BarGroup group_of(const TimelineBar& bar, std::size_t kernels_before) {
  switch (bar.activity) {
    case Activity::copy_to_device:
      return {"copy to the device", "#0072b2"};
    case Activity::copy_to_host:
      return {"copy to the host", "#d55e00"};
    case Activity::copy_on_device:
      return {"copy on the device", "#e69f00"};
    case Activity::fill:
      return {"memset", "#999999"};
    case Activity::kernel:
      break;
  }
  return {"kernel " + bar.kernel, kKernelColours[kernels_before % kKernelColours.size()]};
}

/// The bars' groups in the order in which they begin, and the streams, from top to bottom.
class Rows {
 public:
  Rows(std::vector<TimelineBar> bars, double unit) {
    std::ranges::stable_sort(bars, {}, &TimelineBar::begin);
    for (const TimelineBar& bar : bars)
      group(bar).data +=
          fmt::format("{} {} {}\n", (bar.begin - bars.front().begin) * unit, (bar.end - bars.front().begin) * unit, row(bar));
  }

  const std::vector<BarGroup>& groups() const { return groups_; }
  std::size_t count() const { return streams_.size(); }

 private:
  BarGroup& group(const TimelineBar& bar) {
    BarGroup fresh = group_of(bar, kernels_);
    const auto known = std::ranges::find(groups_, fresh.title, &BarGroup::title);
    if (known != groups_.end()) return *known;
    if (bar.activity == Activity::kernel) ++kernels_;
    return groups_.emplace_back(std::move(fresh));
  }
  std::size_t row(const TimelineBar& bar) {
    const auto known = std::ranges::find(streams_, bar.stream);
    const auto place = static_cast<std::size_t>(known - streams_.begin());
    if (known == streams_.end()) streams_.push_back(bar.stream);
    return place;
  }

  std::vector<BarGroup> groups_;
  std::vector<std::uint64_t> streams_;
  std::size_t kernels_ = 0;
};

double length_of(const std::vector<TimelineBar>& bars) {
  const auto by_end = [](const TimelineBar& bar) { return bar.end; };
  return std::ranges::max(bars, {}, by_end).end - std::ranges::min(bars, {}, &TimelineBar::begin).begin;
}

std::string title(const RunResult& run, const Timeline& timeline) {
  const Point& point = run.points.front();
  const std::string first = fmt::format("{} · {}{} · size {}", point.versions.front().version.name, run.device, run.type_text(),
                                        to_string(point.size, run.dimensions));
  return fmt::format("set title {}.\"\\n\".{} textcolor rgb '#222222'\n", gnuplot_literal(first), gnuplot_literal(timeline.source));
}

std::string script(const Rows& rows) {
  std::string blocks, names, plots;
  for (std::size_t row = 0; row < rows.count(); ++row) names += fmt::format("{}'stream {}' {}", row > 0 ? ", " : "", row + 1, row);
  std::size_t block = 0;
  for (const BarGroup& group : rows.groups()) {
    blocks += fmt::format("$bars{} << END\n{}END\n", block, group.data);
    plots += fmt::format("{} $bars{} using (($1+$2)/2):3:1:2:($3-0.35):($3+0.35) with boxxyerror fillcolor rgb '{}' title {}",
                         plots.empty() ? "plot" : ",", block, group.colour, gnuplot_literal(group.title));
    ++block;
  }
  return fmt::format(
      "{}set ytics ({})\nset yrange [{}.6:-0.6]\nset xrange [0:*]\nset bmargin 6\nset key bmargin center horizontal textcolor rgb "
      "'#222222'\n"
      "set style fill solid 1.0 border rgb '#222222'\nset linetype 1 linewidth 0.5\n{}\n",
      blocks, names, rows.count() - 1, plots);
}

}  // namespace

std::string timeline_script(const RunResult& run, const Timeline& timeline) {
  const bool short_one = length_of(timeline.bars) < 1;
  const std::string label = fmt::format("set xlabel '{}'\n", short_one ? "microseconds" : "milliseconds");
  return title(run, timeline) + label + script(Rows(timeline.bars, short_one ? 1000 : 1));
}

void draw_timeline(const RunResult& run, const Timeline& timeline, const std::string& path) {
  if (timeline.bars.empty())
    throw UsageError(
        fmt::format("--plot {}: {} neither copies nor launches anything", path, run.points.front().versions.front().version.name));
  const auto streams = static_cast<int>(Rows(timeline.bars, 1).count());
  draw_by_gnuplot(path, 200 + 48 * streams, timeline_script(run, timeline));
}

}  // namespace lockstep
