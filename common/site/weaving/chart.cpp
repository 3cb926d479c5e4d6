/// @file
/// @brief Draws charts by gnuplot, and writes their data for scripts.
#include "site/weaving/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>

#include "harness/plots/gnuplot.hpp"
#include "harness/plots/svg.hpp"
#include "lockstep/usage_error.hpp"
#include "site/weaving/text.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/base64.hpp"
#include "support/text/markup.hpp"
#include "support/text/text.hpp"

namespace lockstep::site {
namespace {

using nlohmann::json;

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// A line "# key: value" of CSV: one that a chart knows, or a note.
void set(Chart& chart, const std::string& line) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos) throw UsageError(fmt::format("a chart's line '{}' is not '# key: value'", line));
  const std::string key = trimmed(line.substr(1, colon - 1)), value = trimmed(line.substr(colon + 1));
  const std::map<std::string, std::function<void()>> setters{{"title", [&] { chart.title = value; }},
                                                             {"x", [&] { chart.x = value; }},
                                                             {"y", [&] { chart.y = value; }},
                                                             {"device", [&] { chart.origin = value; }},
                                                             {"kind", [&] { chart.bars = value == "bar"; }},
                                                             {"log", [&] {
                                                                chart.log_x = value.find('x') != value.npos;
                                                                chart.log_y = value.find('y') != value.npos;
                                                              }}};
  const auto found = setters.find(key);
  if (found != setters.end()) found->second();  // else it is a note
}

std::string unit_of(const json& record, const std::string& field) {
  if (field == "rate") return record.value("rate", "rate");  // of the lesson's own measure
  static const std::map<std::string, const char*> kUnits{
      {"ms", "median time, ms"}, {"gb", "GB/s"}, {"gflop", "GFLOP/s"}, {"percent", "% of the limit"}};
  const auto found = kUnits.find(field);
  if (found == kUnits.end()) throw UsageError(fmt::format("no chart shows '{}': there are ms, gb, gflop, percent and rate", field));
  return found->second;
}

bool is_shown(const std::string& name, const std::vector<std::string>& shown) {
  return shown.empty() || std::ranges::any_of(shown, [&](const std::string& v) { return goes_by(name, v); });
}

Chart ladder(const json& run, const std::string& field, const std::vector<std::string>& shown) {
  Chart chart{.bars = true};
  Chart::Series series{.name = unit_of(run, field), .values = {}};
  for (const json& version : run.at("versions")) {
    const std::string name = version.at("name");
    const auto value = measured(version, field);
    if (!is_shown(name, shown) || !value) continue;
    chart.at.push_back(name);
    chart.beside.push_back(name.starts_with("v0_") || name.starts_with("peer_"));
    series.values.push_back(value);
  }
  chart.series.push_back(std::move(series));
  return chart;
}

Chart sweep(const json& record, const std::string& field, const std::vector<std::string>& shown) {
  Chart chart{.x = record.at("sweep").at("key")};
  for (const json& value : record.at("sweep").at("values")) chart.at.push_back(bench::as_text(value));
  chart.log_x = std::ranges::all_of(chart.at, [](const std::string& text) { return number(text).has_value(); });
  const json& runs = record.at("runs");
  for (std::size_t v = 0; v < runs.front().at("versions").size(); ++v) {
    Chart::Series series{.name = runs.front().at("versions")[v].at("name"), .values = {}};
    if (!is_shown(series.name, shown)) continue;
    for (const json& run : runs) series.values.push_back(measured(run.at("versions")[v], field));
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// How a value is named on the axis: 2²⁰ for powers of two that are long to read.
std::string shown_name(const std::string& at) {
  constexpr std::uint64_t kLong = 1024;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(at.data(), at.data() + at.size(), value);
  if (error != std::errc() || end != at.data() + at.size() || value < kLong || !std::has_single_bit(value)) return at;
  std::string name = "2";
  for (const char digit : std::to_string(std::bit_width(value) - 1)) name += kRaisedDigits[static_cast<std::size_t>(digit - '0')];
  return name;
}

std::vector<std::string> shown_names(const Chart& chart) {
  std::vector<std::string> names;
  std::ranges::transform(chart.at, std::back_inserter(names), shown_name);
  return names;
}

// ---- The drawing for print ------------------------------------------------------------------------------------------

/// The inks of docs/site/charts.js on white.
constexpr const char* kInks[] = {"#0072b2", "#c04a00", "#00795a", "#a8487f", "#8a6500", "#5b4bb5", "#59636e", "#1f2328"};
constexpr const char* kInkBeside = "0x8b949e";

std::string inks() {
  std::string script;
  for (std::size_t i = 0; i < std::size(kInks); ++i) script += fmt::format("set linetype {} linecolor rgb '{}'\n", i + 1, kInks[i]);
  return script;
}

std::string ink_of_bar(const Chart& chart, std::size_t series, std::size_t row) {
  if (row < chart.beside.size() && chart.beside[row]) return kInkBeside;
  return fmt::format("0x{}", kInks[series % std::size(kInks)] + 1);
}

std::string bars_script(const Chart& chart) {
  std::string data, names;
  const std::size_t rows = chart.at.size(), several = chart.series.size();
  for (std::size_t s = 0; s < several; ++s) {
    data += fmt::format("$s{} << END\n", s);
    for (std::size_t row = 0; row < rows; ++row)
      if (const auto& value = chart.series[s].values[row])
        data += fmt::format("{} {} {:.4g} {}\n",
                            static_cast<double>(row) + (static_cast<double>(s) + 0.5) / static_cast<double>(several) * 0.8 - 0.4, *value,
                            *value, ink_of_bar(chart, s, row));
    data += "END\n";
  }
  for (std::size_t row = 0; row < rows; ++row) names += fmt::format("{}{} {}", row > 0 ? ", " : "", gnuplot_literal(chart.at[row]), row);
  std::string plots;
  for (std::size_t s = 0; s < several; ++s)
    plots += fmt::format(
        "{0}$s{1} using ($2/2):1:(0):2:($1-{2}):($1+{2}):4 with boxxyerror linecolor rgb variable title {3}, "
        "$s{1} using 2:1:3 with labels left offset 0.5,0 "
        "notitle",
        plots.empty() ? "plot " : ", ", s, 0.38 / static_cast<double>(several), gnuplot_literal(chart.series[s].name));
  return fmt::format("{}set ytics ({})\nset yrange [{}.6:-0.6]\nset xlabel {}\nset style fill solid 0.9 noborder\nset rmargin 8\n{}{}{}\n",
                     data, names, rows - 1, gnuplot_literal(chart.y), chart.log_y ? "set logscale x\n" : "set xrange [0:*]\n",
                     several == 1 ? "unset key\n" : "", plots);
}

std::string lines_script(const Chart& chart) {
  std::string data, plots, names;
  const bool named = std::ranges::any_of(chart.at, [](const std::string& text) { return !number(text); });
  const auto place = [&](std::size_t i) { return named ? std::to_string(i) : chart.at[i]; };
  for (std::size_t i = 0; i < chart.at.size(); ++i)
    names += fmt::format("{}{} {}", i > 0 ? ", " : "", gnuplot_literal(shown_name(chart.at[i])), place(i));
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    data += fmt::format("$s{} << END\n", s);
    for (std::size_t i = 0; i < chart.at.size(); ++i)
      if (const auto& value = chart.series[s].values[i]) data += fmt::format("{} {}\n", place(i), *value);
    data += "END\n";
    plots += fmt::format("{}$s{} with linespoints linewidth 2 title {}", plots.empty() ? "plot " : ", ", s,
                         gnuplot_literal(chart.series[s].name));
  }
  return fmt::format("{}set key outside right\nset xlabel {}\nset ylabel {}\nset xtics ({}) rotate by -45\n{}{}{}\n", data,
                     gnuplot_literal(chart.x), gnuplot_literal(chart.y), names, !named && chart.log_x ? "set logscale x 2\n" : "",
                     chart.log_y ? "set logscale y\n" : "set yrange [0:*]\n", plots);
}

std::string drawn(const Chart& chart) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "chart.svg";
  const int height = chart.bars ? 120 + 44 * static_cast<int>(chart.at.size()) : 480;
  const std::string title = fmt::format("set title {}\n", gnuplot_literal(chart.title));
  draw_by_gnuplot(file, height, title + inks() + (chart.bars ? bars_script(chart) : lines_script(chart)));
  return read_file(file);
}

json as_json(const Chart& chart) {
  json all{{"title", chart.title},   {"x", chart.x},           {"y", chart.y},   {"bars", chart.bars},
           {"log_x", chart.log_x},   {"log_y", chart.log_y},   {"at", chart.at}, {"names", shown_names(chart)},
           {"beside", chart.beside}, {"series", json::array()}};
  for (const Chart::Series& series : chart.series) {
    json values = json::array();
    for (const auto& value : series.values) values.push_back(value ? json(*value) : json());
    all["series"].push_back({{"name", series.name}, {"values", values}});
  }
  return all;
}

}  // namespace

Chart chart_of_csv(const std::string& csv) {
  Chart chart;
  for (const std::string& line : lines_of(csv)) {
    if (trimmed(line).empty()) continue;
    if (line.starts_with('#')) {
      set(chart, line);
      continue;
    }
    std::vector<std::string> cells = split(line, ',');
    if (chart.series.empty()) {
      for (std::size_t c = 1; c < cells.size(); ++c) chart.series.push_back({cells[c], {}});
      continue;
    }
    if (cells.size() != chart.series.size() + 1)
      throw UsageError(fmt::format("a chart of {} series has the row '{}'", chart.series.size(), line));
    chart.at.push_back(cells.front());
    for (std::size_t c = 1; c < cells.size(); ++c) chart.series[c - 1].values.push_back(number(cells[c]));
  }
  if (chart.at.empty()) throw UsageError("a chart has no rows");
  if (!chart.origin.empty()) chart.title += (chart.title.empty() ? "" : " · ") + chart.origin;
  return chart;
}

Chart chart_of_record(const json& record, const std::string& field, const std::vector<std::string>& shown, bool log_y) {
  const std::string unit = unit_of(record, field);
  Chart chart = record.contains("runs") ? sweep(record, field, shown) : ladder(record, field, shown);
  chart.title = bench::provenance(record);
  if (record.contains("size")) chart.title += " · size " + shown_name(bench::as_text(record.at("size")));
  chart.y = unit;
  chart.log_y = log_y;
  if (chart.series.empty() || chart.at.empty()) throw UsageError("a chart of a record shows nothing");
  return chart;
}

std::string chart_figure(const Chart& chart, const std::string& alternative) {
  const std::string data = replaced_all(as_json(chart).dump(), "</", "<\\/");  // would end the script
  return fmt::format(
      "<figure class=\"chart\">\n<img src=\"data:image/svg+xml;base64,{}\" alt=\"{}\"/>\n<script type=\"application/json\">{}</script>\n"
      "<figcaption>{}</figcaption>\n</figure>\n",
      to_base64(drawn(chart)), markup_escaped(alternative), data, markup_escaped(alternative));
}

}  // namespace lockstep::site
