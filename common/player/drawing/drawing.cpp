/// @file
/// @brief Draws rows of cells, the wires between them, and the threads that wrote them.
#include "player/drawing/drawing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "player/drawing/wiring.hpp"
#include "player/values.hpp"
#include "support/svg/svg.hpp"
#include "support/svg/themes.hpp"
#include "support/text/text.hpp"

namespace lockstep::player {
namespace {

constexpr double kLetter = 12, kLeastLetter = 11;  // of kFonts; pixels
// A telephone shows about 330 of these units side by side, one per pixel: up to 16 columns of short values fit.
constexpr double kMargin = 4, kLabels = 58, kUnitsOfCells = 272, kScale = 1.35;
constexpr double kNarrowest = 18, kWidest = 34, kCharacter = 7;  // of a cell; of a digit
constexpr double kCell = 22, kBetween = 12, kWires = 30, kWriter = 8.5, kWriterGap = 3, kBaseline = 15.5;
constexpr double kTitle = 16, kHead = 34;  // baselines
constexpr const char *kClass = "wiring", *kLegend = "● thread";

constexpr const char* kFonts = R"(
.wiring text { font: 12px system-ui, sans-serif; }
.wiring .title { font-weight: 600; }
.wiring .legend { text-anchor: end; }
.wiring .value, .wiring .idle, .wiring .writer, .wiring .head { text-anchor: middle; font-variant-numeric: tabular-nums; }
.wiring .writer { font-size: 11px; }
.wiring .wire { stroke-width: 1.6; }
.wiring .own { stroke-width: 1.2; }
.wiring .barrier { stroke-width: 1.5; stroke-dasharray: 5 3; }
)";

constexpr Paint kPaints[] = {
    {"text", "fill", "#1f2328", "#e6edf3"},    {".legend", "fill", "#0072b2", "#58a6ff"},  {".head", "fill", "#59636e", "#9198a1"},
    {".label", "fill", "#59636e", "#9198a1"},  {".idle", "fill", "#6a737d", "#8b949e"},    {".writer", "fill", "#ffffff", "#0d1117"},
    {".page", "fill", "#ffffff", "#0d1117"},   {".written", "fill", "#dcecf7", "#12304d"}, {".written", "stroke", "#0072b2", "#58a6ff"},
    {".kept", "fill", "none", "none"},         {".kept", "stroke", "#d5d9de", "#2f3742"},  {".wire", "stroke", "#0072b2", "#58a6ff"},
    {".own", "stroke", "#8c959f", "#6e7681"},  {".node", "fill", "#0072b2", "#58a6ff"},    {".barrier", "stroke", "#8250df", "#a371f7"},
    {".behind", "fill", "#8250df", "#b88cff"},
};

/// Values as text: whole numbers in full, fractions with a few digits.
class ValueTexts {
 public:
  explicit ValueTexts(const std::vector<WiredRow>& rows) {
    for (const WiredRow& row : rows)
      for (const auto& value : row.values)
        if (value) widths_.add(*value);
  }

  std::string operator()(const std::optional<nlohmann::json>& value) const { return value ? short_value(*value, widths_.least()) : ""; }
  std::size_t widest() const { return widths_.least(); }

 private:
  Widths widths_;
};

/// "sums[0] = 12 from sums[0] and sums[4]"
std::string told(const Wiring& wiring, const WiredRow& row, std::size_t column, const ValueTexts& texts) {
  std::vector<std::string> sources;
  for (const Wire& wire : row.wires)
    if (wire.to == column) sources.push_back(wiring.columns[wire.from].name);
  return fmt::format("{} = {}{}{}", wiring.columns[column].name, texts(row.values[column]), sources.empty() ? "" : " from ",
                     fmt::join(sources, " and "));
}

std::string told(const Wiring& wiring, const WiredRow& row, const ValueTexts& texts) {
  std::vector<std::string> parts;
  for (std::size_t column = 0; column < wiring.columns.size(); ++column)
    if (row.values[column] && (row.active.empty() || row.active.contains(column))) parts.push_back(told(wiring, row, column, texts));
  return fmt::format("{}{}{}{}: {}.", row.behind_barrier ? "Barrier. " : "", row.step, row.step.empty() || row.label.empty() ? "" : ", ",
                     row.label, fmt::join(parts, "; "));
}

class Picture {
 public:
  explicit Picture(const Wiring& wiring) : wiring_(wiring), texts_(wiring.rows), cell_(cell_width()) {}

  std::string text() {
    heading();
    double y = kHead + 8;
    std::string description;
    for (const WiredRow& row : wiring_.rows) {
      y += above(row, y);
      cells(row, y);
      y += kCell;
      description += (description.empty() ? "" : " ") + told(wiring_, row, texts_);
    }
    return svg_.document({.width = width(),
                          .height = y + kMargin,
                          .scale = kScale,
                          .title = wiring_.title,
                          .description = description,
                          .css_class = fmt::format("{} {}", kClass, width_class()),
                          .style = width_style() + kFonts + in_both_themes(kClass, kPaints)});
  }

 private:
  double cell_width() const {
    const double fitting = std::clamp(kUnitsOfCells / static_cast<double>(wiring_.columns.size()), kNarrowest, kWidest);
    std::size_t heads = 0;
    for (const WiredColumn& column : wiring_.columns) heads = std::max(heads, column.head.size());
    return std::max(fitting, std::ceil(static_cast<double>(std::max(texts_.widest(), heads)) * kCharacter + 4));
  }

  double width() const {
    const double cells = kMargin + kLabels + static_cast<double>(wiring_.columns.size()) * cell_ + kMargin;
    const std::size_t words = display_width(wiring_.title) + (has_writers() ? display_width(kLegend) : 0);
    return std::max(cells, kMargin * 2 + kCharacter * static_cast<double>(words));
  }
  /// Below this width a page scrolls the drawing, because smaller letters cannot be read.
  double least_width() const { return std::round(width() * kLeastLetter / kLetter); }
  /// A class of its own, because a style applies to all drawings of a page, and the others may be narrower.
  std::string width_class() const { return fmt::format("from-{:g}", least_width()); }
  std::string width_style() const { return fmt::format(".{}.{} {{ min-width: {:g}px; }}", kClass, width_class(), least_width()); }
  bool has_writers() const {
    return std::ranges::any_of(wiring_.rows, [](const WiredRow& row) { return !row.writers.empty(); });
  }
  double left(std::size_t column) const { return kMargin + kLabels + static_cast<double>(column) * cell_; }
  double middle(std::size_t column) const { return left(column) + cell_ / 2; }

  void heading() {
    svg_.text(kMargin, kTitle, wiring_.title, "title");
    if (has_writers()) svg_.text(width() - kMargin, kTitle, kLegend, "legend");
    svg_.text(kMargin, kHead, wiring_.axis, "label");
    for (std::size_t column = 0; column < wiring_.columns.size(); ++column)
      svg_.text(middle(column), kHead, wiring_.columns[column].head, "head");
  }

  /// Draws what is above a row's cells. @return its height
  double above(const WiredRow& row, double y) {
    const bool first = &row == &wiring_.rows.front();
    const double barrier = row.behind_barrier ? kBetween + 4 : 0;
    const double wires = row.wires.empty() ? (first || row.behind_barrier ? 0 : kBetween) : kWires;
    const double writers = row.writers.empty() ? 0 : 2 * kWriter + kWriterGap;
    const double height = barrier + wires + writers;
    if (row.behind_barrier) {
      svg_.line(left(0), y + kBetween, width() - kMargin, y + kBetween, "barrier");
      svg_.text(kMargin, y + kBetween + 4, "barrier", "behind");
    }
    for (const Wire& wire : row.wires)
      svg_.line(middle(wire.from), y, middle(wire.to), y + height - writers, wire.from == wire.to ? "own" : "wire");
    for (const auto& [column, writer] : row.writers) node(middle(column), y + height - kWriterGap - kWriter, writer);
    if (!row.step.empty()) svg_.text(kMargin, y + height - 5, row.step, "label");
    return height;
  }

  void node(double x, double y, const std::string& writer) {
    svg_.circle(x, y, kWriter, "node");
    svg_.text(x, y + 4, writer, "writer");
  }

  void cells(const WiredRow& row, double y) {
    svg_.text(kMargin, y + kBaseline, row.label, "label");
    for (std::size_t column = 0; column < wiring_.columns.size(); ++column) {
      const bool active = row.active.contains(column);
      svg_.rectangle(left(column) + 1, y, cell_ - 2, kCell, active ? "written" : "kept");
      svg_.text(middle(column), y + kBaseline, texts_(row.values[column]), active ? "value" : "idle");
    }
  }

  const Wiring& wiring_;
  ValueTexts texts_;
  double cell_;
  Svg svg_;
};

}  // namespace

std::string drawing(const Trace& trace, const std::string& what) {
  const Wiring wiring = what == "lanes" ? lane_wiring(trace) : array_wiring(trace, what);
  return Picture(wiring).text();
}

}  // namespace lockstep::player
