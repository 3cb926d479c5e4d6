/// @file
/// @brief Lists sources.
#include "harness/reports/source_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

#include "harness/reports/counter_columns.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kLineWidth = 8;  // of the line number
constexpr std::size_t kContext = 2;    // lines shown before and after one with counters

/// Whether a line accesses memory or waits; others are only context.
bool does_something(const Counters& counters) {
  return std::ranges::any_of(kLineColumns, [&](const CounterColumn& column) {
    return std::string_view(column.name) != "lanes" && column.cell(counters) != column.cell({});
  });
}

/// The columns beside a listing: without dashes, which would hide the numbers.
std::vector<TextColumn> listed_columns(std::span<const LineCounters> lines) {
  std::vector<Counters> rows;
  for (const LineCounters& line : lines) rows.push_back(line.counters);
  const std::string nothing = kLineColumns.front().cell({});
  std::vector<TextColumn> columns = text_columns(kLineColumns, rows);
  for (TextColumn& column : columns) std::ranges::replace(column.cells, nothing, std::string{});
  std::erase_if(columns, [](const TextColumn& column) {
    return std::all_of(column.cells.begin() + kHeadingLines, column.cells.end(), [](const std::string& cell) { return cell.empty(); });
  });
  return columns;
}

std::string without_comment(const std::string& text) {
  const auto comment = text.rfind("  // ");
  return comment != text.npos && text.find_first_not_of(' ') < comment ? text.substr(0, comment) : text;
}

/// On one row: first a comment at the end is dropped, then what is too long.
std::string cut(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  const std::string code = without_comment(text);
  return cut_to(code, width);
}

/// On as many rows as it takes, without a comment at the end; broken at blanks if there are any.
std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return {text};
  std::string rest = without_comment(text);
  const std::string indent(std::min(rest.find_first_not_of(' ') + 4, width / 2), ' ');
  std::vector<std::string> rows;
  while (display_width(rest) > width) {
    std::string row = first_characters(rest, width);
    if (const auto blank = row.rfind(' '); blank != row.npos && blank > indent.size() && rest[row.size()] != ' ') row.resize(blank);
    rows.push_back(row);
    rest.replace(0, std::min(rest.find_first_not_of(' ', row.size()), rest.size()), indent);
  }
  rows.push_back(rest);
  return rows;
}

/// One file's lines.
class Listing {
 public:
  explicit Listing(std::span<const LineCounters> lines)
      : lines_(lines), columns_(listed_columns(lines)), counters_width_(width_of(columns_)), source_(source_lines(lines.front().file)) {}

  std::string text() const {
    const std::string name = std::filesystem::path(lines_.front().file).filename().string();
    std::string text = fmt::format("\n{}\n{}  line  {}\n", without_end_blanks(line_of(columns_, 0)), line_of(columns_, 1), name);
    std::size_t shown = 0;
    for (auto line = lines_.begin(); line != lines_.end(); ++line) {
      const auto place = static_cast<std::size_t>(line - lines_.begin());
      const std::size_t begin = std::max(shown + 1, line->line > kContext ? line->line - kContext : 1);
      if (shown != 0 && begin > shown + 1) text += row("", "", "⋮");
      for (std::size_t number = begin; number < line->line; ++number) text += context_row(number);
      text += counted_rows(*line, line_of(columns_, place + kHeadingLines));
      const std::size_t next = line + 1 != lines_.end() ? line[1].line : source_.size() + 1;
      for (shown = line->line; shown < line->line + kContext && shown + 1 < next; ++shown) text += context_row(shown + 1);
    }
    return text;
  }

 private:
  std::size_t source_width() const { return kScreenWidth - static_cast<std::size_t>(counters_width_) - kLineWidth; }
  std::string source(std::size_t number) const { return number >= 1 && number <= source_.size() ? source_[number - 1] : ""; }

  std::string context_row(std::size_t number) const { return row("", std::to_string(number), cut(source(number), source_width())); }

  std::string counted_rows(const LineCounters& line, const std::string& counts) const {
    const std::string code = source(line.line);
    const std::vector<std::string> rows =
        does_something(line.counters) ? wrap(code, source_width()) : std::vector<std::string>{cut(code, source_width())};
    std::string text = row(counts, std::to_string(line.line), rows.front());
    for (std::size_t i = 1; i < rows.size(); ++i) text += row("", "", rows[i]);
    return text;
  }

  std::string row(const std::string& counts, const std::string& number, const std::string& shown) const {
    return without_end_blanks(fmt::format("{:>{}}{:>6}  {}", counts, counters_width_, number, shown)) + '\n';
  }

  std::span<const LineCounters> lines_;
  std::vector<TextColumn> columns_;
  int counters_width_;
  std::vector<std::string> source_;
};

}  // namespace

std::vector<std::string> source_lines(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string listing_legend() {
  return "\nrequests: accesses of a warp. sectors: those touched / by lanes side by side.\n"
         "wavefronts: rounds of shared memory; conflicts: extra rounds.\n"
         "lanes: active ones per step, of 32. sync: b barriers, a atomics.\n";
}

std::string listing_text(std::vector<LineCounters> lines) {
  std::ranges::stable_partition(lines, [](const LineCounters& line) { return line.file.ends_with(".cu"); });
  std::string text;
  for (auto begin = lines.begin(); begin != lines.end();) {
    const auto end = std::find_if(begin, lines.end(), [&](const LineCounters& line) { return line.file != begin->file; });
    if (std::any_of(begin, end, [](const LineCounters& line) { return does_something(line.counters); }))
      text += Listing({begin, end}).text();
    begin = end;
  }
  return text;
}

}  // namespace lockstep
