/// @file
/// @brief Draws charts by gnuplot, and writes their data for scripts.
#include "site/weaving/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>

#include "harness/plots/gnuplot.hpp"
#include "lockstep/usage_error.hpp"
#include "site/numbers/text.hpp"
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
  const std::map<std::string, std::function<void()>> setters{{"x", [&] { chart.x = value; }},
                                                             {"y", [&] { chart.y = value; }},
                                                             {"device", [&] { chart.origin = value; }},
                                                             {"kind", [&] { chart.by_name = value == "bar"; }},
                                                             {"log", [&] {
                                                                chart.log_x = value.find('x') != value.npos;
                                                                chart.log_y = value.find('y') != value.npos;
                                                              }}};
  const auto found = setters.find(key);
  if (found != setters.end()) found->second();  // otherwise it is a note
}

std::string unit_of(const json& record, const std::string& field) {
  if (field == "rate") return record.value("rate", "rate");  // of the lesson's own measure
  static const std::map<std::string, const char*> kUnits{
      {"ms", "median time, ms"}, {"gb", "GB/s"}, {"gflop", "GFLOP/s"}, {"percent", "% of the limit"}};
  const auto found = kUnits.find(field);
  if (found == kUnits.end()) throw UsageError(fmt::format("a chart cannot show '{}'; choose from ms, gb, gflop, percent and rate", field));
  return found->second;
}

bool is_shown(const std::string& name, const std::vector<std::string>& shown) {
  return shown.empty() || std::ranges::any_of(shown, [&](const std::string& v) { return goes_by(name, v); });
}

Chart ladder(const json& run, const std::string& field, const std::vector<std::string>& shown) {
  Chart chart{.by_name = true};
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
  if (record.at("sweep").contains("by")) throw UsageError("a chart shows one sweep; this record is of two");
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

/// The exponent of a power of two.
std::optional<int> power_of_two(const std::string& at) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(at.data(), at.data() + at.size(), value);
  if (error != std::errc() || end != at.data() + at.size() || !std::has_single_bit(value)) return std::nullopt;
  return std::bit_width(value) - 1;
}

std::string as_power(int exponent) {
  std::string name = "2";
  for (const char digit : std::to_string(exponent)) name += kRaisedDigits[static_cast<std::size_t>(digit - '0')];
  return name;
}

/// How the values are named on the axis, all in the same way: 2²⁰ if all are powers of two and some are long.
std::vector<std::string> shown_names(const std::vector<std::string>& at) {
  constexpr int kLong = 12;
  int most = 0;
  for (const std::string& value : at) {
    const auto exponent = power_of_two(value);
    if (!exponent) return at;
    most = std::max(most, *exponent);
  }
  if (most <= kLong) return at;
  std::vector<std::string> names;
  std::ranges::transform(at, std::back_inserter(names), [](const std::string& value) { return as_power(*power_of_two(value)); });
  return names;
}

/// 2²⁰, 8192², 4096³: a size as people write it.
std::string size_name(const std::string& size) {
  const std::vector<std::string> sides = split(size, 'x');
  if (sides.size() == 1) return shown_names({size}).front();
  if (std::ranges::any_of(sides, [&](const std::string& side) { return side != sides.front(); })) return replaced_all(size, "x", " × ");
  return sides.front() + std::string(kRaisedDigits[sides.size()]);
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

std::string ink_of_row(const Chart& chart, std::size_t series, std::size_t row) {
  if (row < chart.beside.size() && chart.beside[row]) return kInkBeside;
  return fmt::format("0x{}", kInks[series % std::size(kInks)] + 1);
}

/// The label beside a bar or a dot. Bars from zero are compared, so all have as many decimals as give the longest three digits.
std::string label_of(const Chart& chart, std::size_t series, double value) {
  if (chart.log_y) return fmt::format("{:.4g}", value);
  double most = 0;
  for (const auto& other : chart.series[series].values) most = std::max(most, other.value_or(0));
  const int before_point = most > 0 ? 1 + static_cast<int>(std::floor(std::log10(most))) : 1;
  return fmt::format("{:.{}f}", value, std::clamp(3 - before_point, 0, 6));
}

/// A row for each name. A bar's length means nothing where there is no zero to begin at: there the value is a dot.
std::string rows_script(const Chart& chart) {
  std::string data, names;
  const std::size_t rows = chart.at.size(), several = chart.series.size();
  for (std::size_t s = 0; s < several; ++s) {
    data += fmt::format("$s{} << END\n", s);
    for (std::size_t row = 0; row < rows; ++row)
      if (const auto& value = chart.series[s].values[row])
        data += fmt::format("{} {} {} {}\n",
                            static_cast<double>(row) + (static_cast<double>(s) + 0.5) / static_cast<double>(several) * 0.8 - 0.4, *value,
                            label_of(chart, s, *value), ink_of_row(chart, s, row));
    data += "END\n";
  }
  for (std::size_t row = 0; row < rows; ++row) names += fmt::format("{}{} {}", row > 0 ? ", " : "", gnuplot_literal(chart.at[row]), row);
  std::string plots;
  for (std::size_t s = 0; s < several; ++s) {
    const std::string marks =
        chart.log_y ? fmt::format("$s{} using 2:1:4 with points pointtype 7 pointsize 1.2", s)
                    : fmt::format("$s{0} using ($2/2):1:(0):2:($1-{1}):($1+{1}):4 with boxxyerror", s, 0.38 / static_cast<double>(several));
    plots += fmt::format("{}{} linecolor rgb variable title {}, $s{} using 2:1:3 with labels left offset {},0 notitle",
                         plots.empty() ? "plot " : ", ", marks, gnuplot_literal(chart.series[s].name), s, chart.log_y ? 1.2 : 0.5);
  }
  return fmt::format("{}set ytics ({})\nset yrange [{}.6:-0.6]\nset xlabel {}\nset style fill solid 0.9 noborder\nset rmargin 8\n{}{}{}\n",
                     data, names, rows - 1, gnuplot_literal(chart.y),
                     chart.log_y ? "set logscale x\nset grid ytics\n" : "set xrange [0:*]\n", several == 1 ? "unset key\n" : "", plots);
}

std::string lines_script(const Chart& chart) {
  std::string data, plots, names;
  const bool named = std::ranges::any_of(chart.at, [](const std::string& text) { return !number(text); });
  const auto place = [&](std::size_t i) { return named ? std::to_string(i) : chart.at[i]; };
  const std::vector<std::string> shown = shown_names(chart.at);
  for (std::size_t i = 0; i < shown.size(); ++i) names += fmt::format("{}{} {}", i > 0 ? ", " : "", gnuplot_literal(shown[i]), place(i));
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
  const int height = chart.by_name ? 120 + 44 * static_cast<int>(chart.at.size()) : 480;
  const std::string title = fmt::format("set title {}\n", gnuplot_literal(chart.title));
  draw_by_gnuplot(file, height, title + inks() + (chart.by_name ? rows_script(chart) : lines_script(chart)));
  return read_file(file);
}

json as_json(const Chart& chart) {
  json all{{"title", chart.title},   {"x", chart.x},           {"y", chart.y},   {"by_name", chart.by_name},
           {"log_x", chart.log_x},   {"log_y", chart.log_y},   {"at", chart.at}, {"names", shown_names(chart.at)},
           {"beside", chart.beside}, {"series", json::array()}};
  for (const Chart::Series& series : chart.series) {
    json values = json::array();
    for (const auto& value : series.values) values.push_back(value ? json(*value) : json());
    all["series"].push_back({{"name", series.name}, {"values", values}});
  }
  return all;
}

/// What the picture says, for readers who cannot see it: its message, its caption, and the values if they are few.
std::string alternative(const Chart& chart, const std::string& caption) {
  std::string text = fmt::format("{}. {}", chart.title, caption);
  if (!chart.by_name) return text;
  for (const Chart::Series& series : chart.series) {
    text += fmt::format(" {}:", series.name);
    for (std::size_t row = 0; row < chart.at.size(); ++row)
      if (const auto& value = series.values[row])
        text += fmt::format(" {} {:.4g}{}", chart.at[row], *value, row + 1 < chart.at.size() ? "," : ".");
  }
  return text;
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
      throw UsageError(fmt::format("a chart of {} series cannot have the row '{}'", chart.series.size(), line));
    chart.at.push_back(cells.front());
    for (std::size_t c = 1; c < cells.size(); ++c) chart.series[c - 1].values.push_back(number(cells[c]));
  }
  if (chart.at.empty()) throw UsageError("a chart has no rows");
  return chart;
}

Chart chart_of_record(const json& record, const std::string& field, const std::vector<std::string>& shown, bool log_y) {
  const std::string unit = unit_of(record, field);
  Chart chart = record.contains("runs") ? sweep(record, field, shown) : ladder(record, field, shown);
  chart.origin = bench::provenance(record);
  if (record.contains("size")) chart.origin = fmt::format("{} · {}", size_name(bench::as_text(record.at("size"))), chart.origin);
  chart.y = unit;
  chart.log_y = log_y;
  if (chart.series.empty() || chart.at.empty()) throw UsageError("a chart of a record has nothing to show");
  return chart;
}

Chart chart_of_best(const std::vector<bench::BestVersion>& rows, const std::string& origin) {
  Chart chart{.y = "times as fast as the library, or without one as the CPU", .origin = origin, .by_name = true, .log_y = true};
  Chart::Series series{.name = chart.y, .values = {}};
  for (const bench::BestVersion& row : rows) {  // the smallest size first: a larger one takes its place
    if (!row.speedup || row.run == "solution") continue;
    const std::string name = fmt::format("{} · {}", row.lesson.substr(0, 2), row.version);
    if (!chart.at.empty() && chart.at.back().starts_with(row.lesson.substr(0, 2))) {
      chart.at.pop_back();
      chart.beside.pop_back();
      series.values.pop_back();
    }
    chart.at.push_back(name);
    chart.beside.push_back(row.on_cpu);
    series.values.push_back(row.speedup);
  }
  chart.series.push_back(std::move(series));
  return chart;
}

std::string chart_figure(const Chart& chart, const std::string& caption) {
  const std::string data = replaced_all(as_json(chart).dump(), "</", "<\\/");  // would end the script
  const std::string origin = chart.origin.empty() ? "" : fmt::format(" <small>{}</small>", markup_escaped(chart.origin));
  return fmt::format(
      "<figure class=\"chart\">\n<img src=\"data:image/svg+xml;base64,{}\" alt=\"{}\"/>\n<script type=\"application/json\">{}</script>\n"
      "<figcaption>{}{}</figcaption>\n</figure>\n",
      to_base64(drawn(chart)), markup_escaped(alternative(chart, caption)), data, markup_escaped(caption), origin);
}

}  // namespace lockstep::site
