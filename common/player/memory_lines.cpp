/// @file
/// @brief Arrays as rows of cells. In shared memory a column is a bank.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "player/floored.hpp"
#include "player/naming.hpp"
#include "player/scene.hpp"
#include "player/values.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::player {
namespace {

constexpr int kBanks = 32, kBankBytes = 4, kSectorBytes = 32;
constexpr std::size_t kMostRows = 4;  ///< rows of a touched array that are as important as its first; other arrays show this many

std::string label_of(const Array& array, std::int64_t index) {
  if (array.shape.size() < 2) return fmt::format("{}", floored(index, array.components).quotient);
  return clean_line(cell_name(array, index)).substr(display_width(clean_line(array.name)));
}

/// How an array is cut into rows. Rows of shared memory begin at the first bank or, if the banks do not fit side by side, at the first bank
/// of a group.
class Cut {
 public:
  Cut(const Array& array, const Widths& widths, std::size_t room) : array_(array) {
    constexpr int kAcross = 32;
    const bool by_banks = array.space == "shared" && array.scalar_bytes <= kBanks * kBankBytes;
    const int cells = by_banks ? kBanks * kBankBytes / array.scalar_bytes : kAcross;
    columns_ = columns_for(widths, room, cells);
    if (!by_banks) return;
    groups_ = std::max(1, cells / columns_.across);
    shift_ = floored(array.start / array.scalar_bytes, cells).rest;
  }

  const Columns& columns() const { return columns_; }
  std::int64_t row_of(std::int64_t index) const { return floored(index + shift_, columns_.across).quotient; }
  std::int64_t group_of(std::int64_t row) const { return floored(row, groups_).rest; }
  std::int64_t first_of(std::int64_t row) const { return row * columns_.across - shift_; }
  /// The first bank of a column.
  int bank_of(std::int64_t group, int column) const {
    return static_cast<int>((group * columns_.across + column) * array_.scalar_bytes / kBankBytes) % kBanks;
  }

 private:
  const Array& array_;
  Columns columns_{};
  std::int64_t shift_ = 0;  ///< cells of the first row that lie before the array
  std::int64_t groups_ = 1;
};

/// Which words of a bank are accessed.
using Words = std::map<int, std::set<std::int64_t>>;

class ArrayLines {
 public:
  ArrayLines(const Scene& scene, std::size_t number, const std::set<std::int64_t>& known, const std::set<std::int64_t>& now)
      : scene_(scene),
        number_(number),
        now_(now),
        end_(*known.rbegin() + 1),
        array_(scene.step.launch->arrays[number]),
        words_(words()),
        label_(label_width()),
        cut_(array_, widths(known), scene.room_behind(label_)) {
    const auto group_of = [&](std::int64_t row) { return words_.empty() ? 0 : cut_.group_of(row); };
    for (const std::int64_t index : known) rows_.insert({group_of(cut_.row_of(index)), cut_.row_of(index)});
    for (const std::int64_t index : now) rows_now_.insert(cut_.row_of(index));
  }

  RankedLines lines() const {
    RankedLines lines{{now_.empty() ? Part::other_memory : Part::memory_now, title(), 3}};
    std::int64_t group = -1;
    std::size_t others = 0, seen = 0;
    Part banks = Part::banks;
    for (const auto& [of_group, row] : rows_) {
      const bool is_now = rows_now_.contains(row);
      if (!is_now && !has_chosen(row) && ++others > kMostRows) continue;
      if (!words_.empty() && std::exchange(group, of_group) != of_group)
        add_banks(lines, is_asked(of_group) ? std::exchange(banks, Part::more_now) : Part::memory_near, of_group);
      lines.push_back({part_of(row, is_now ? ++seen : 0), row_text(row)});
    }
    return lines;
  }

 private:
  Words words() const {
    Words words;
    if (array_.space != "shared" || !scene_.step.event->is_access()) return words;
    for (const std::int64_t index : now_)
      for (int byte = 0; byte < array_.scalar_bytes; byte += kBankBytes) {
        const std::int64_t word = floored(array_.start + index * array_.scalar_bytes + byte, kBankBytes).quotient;
        words[static_cast<int>(floored(word, kBanks).rest)].insert(word);
      }
    return words;
  }

  std::size_t label_width() const {
    const auto digits = [](std::int64_t largest) { return fmt::format("{}", std::max<std::int64_t>(largest, 0)).size(); };
    std::size_t width = 0;
    for (const std::int64_t extent : array_.shape) width += digits(extent - 1) + std::string_view("[]").size();
    if (array_.shape.size() < 2) width = digits(end_ - 1);
    return std::max(width, std::string_view("lane 16").size()) + 1;  // values stand below those of the lanes
  }

  Widths widths(const std::set<std::int64_t>& known) const {
    Widths widths;
    for (const std::int64_t index : known) widths.add(scene_.state.cells.at({number_, index}).value);
    for (const auto& [bank, words] : words_) widths.add(words_text(words.size()).size());
    return widths;
  }

  bool is_conflict(std::size_t words) const { return scene_.step.event->conflicts > 0 && words > 1; }
  std::string words_text(std::size_t words) const { return fmt::format("{}{}", words, is_conflict(words) ? "!" : ""); }

  bool has_chosen(std::int64_t row) const {
    return scene_.view.chosen && scene_.view.chosen->first == number_ && cut_.row_of(scene_.view.chosen->second) == row;
  }

  /// @param number  counts the rows that the step touches, from 1; 0 for other rows
  Part part_of(std::int64_t row, std::size_t number) const {
    if (has_chosen(row)) return Part::chosen;
    if (now_.empty()) return Part::other_memory;
    if (number == 0 || number > kMostRows) return Part::memory_near;
    return number == 1 ? Part::memory_now : Part::more_now;
  }

  std::size_t asked_of(std::int64_t group, int column) const {
    std::size_t most = 0;
    for (int bank = cut_.bank_of(group, column); bank <= cut_.bank_of(group, column) + (array_.scalar_bytes - 1) / kBankBytes; ++bank)
      if (const auto found = words_.find(bank % kBanks); found != words_.end()) most = std::max(most, found->second.size());
    return most;
  }

  bool is_asked(std::int64_t group) const {
    for (int column = 0; column < cut_.columns().across; ++column)
      if (asked_of(group, column) > 0) return true;
    return false;
  }

  /// The numbers of the banks, and how many words of each this step accesses.
  void add_banks(RankedLines& lines, Part part, std::int64_t group) const {
    Line numbers = labelled("bank"), words = labelled("words");
    const int steps = cut_.columns().width < 2 ? 4 : 1;  // numbers of two digits do not fit above each column
    int before = -1;
    for (int column = 0; column < cut_.columns().across; ++column) {
      const int bank = cut_.bank_of(group, column);
      const bool begins = bank != std::exchange(before, bank);
      const std::size_t asked = asked_of(group, column);
      numbers.add(in_column(begins && bank % steps == 0 ? fmt::format("{}", bank) : "", cut_.columns()), kDim);
      words.add(in_column(!begins ? "" : asked == 0 ? "-" : words_text(asked), cut_.columns()), is_conflict(asked) ? kRed : kDim);
    }
    lines.push_back({part, numbers.text(), 2});
    lines.push_back({part, words.text(), 1});
  }

  Line labelled(const std::string& label) const { return scene_.line().add(fmt::format("{:>{}} ", label, label_ - 1), kDim); }

  std::string row_text(std::int64_t row) const {
    const std::int64_t first = cut_.first_of(row);
    Line line = labelled(label_of(array_, std::max<std::int64_t>(first, 0)));
    for (int column = 0; column < cut_.columns().across; ++column) add_cell(line, first + column);
    return line.text();
  }

  void add_cell(Line& line, std::int64_t index) const {
    const Cell cell{number_, index};
    const auto known = scene_.state.cells.find(cell);
    const bool is_known = known != scene_.state.cells.end(), is_now = now_.contains(index);
    const char* style = is_known ? nullptr : kDim;
    if (is_now) style = is_crowded(index) ? kRedReverse : kReverse;
    if (scene_.view.chosen == cell) style = kChosen;
    const std::string text = is_known ? short_value(known->second.value, cut_.columns().width) : lies_in_array(index) ? "·" : "";
    line.add(in_column(text, cut_.columns()), style);
  }

  bool is_crowded(std::int64_t index) const {
    const auto bank = static_cast<int>(floored((array_.start + index * array_.scalar_bytes) / kBankBytes, kBanks).rest);
    const auto words = words_.find(bank);
    return words != words_.end() && is_conflict(words->second.size());
  }

  bool lies_in_array(std::int64_t index) const {
    if (array_.shape.empty()) return index >= 0 && index < end_;
    std::int64_t size = array_.components;
    for (const std::int64_t extent : array_.shape) size *= extent;
    return index >= 0 && index < size;
  }

  std::string title() const {
    return scene_.line()
        .add(clean_line(array_.name), kBold)
        .add(fmt::format("  {} {}{}", clean_line(array_.type), array_.space, cost()), kDim)
        .text();
  }

  std::string cost() const {
    const Event& event = *scene_.step.event;
    if (now_.empty() || !event.is_access()) return "";
    if (event.sectors)
      return fmt::format(": {} of {} bytes are used", now_.size() * static_cast<std::size_t>(array_.scalar_bytes),
                         *event.sectors * kSectorBytes);
    std::size_t most = 0;
    for (const auto& [bank, words] : words_) most = std::max(most, words.size());
    return is_conflict(most) ? fmt::format(": a {}-way bank conflict", most) : "";
  }

  const Scene& scene_;
  std::size_t number_;
  const std::set<std::int64_t>& now_;
  std::int64_t end_;  ///< of the known cells
  const Array& array_;
  Words words_;
  std::size_t label_;
  Cut cut_;
  std::set<std::pair<std::int64_t, std::int64_t>> rows_{};  ///< by group of banks
  std::set<std::int64_t> rows_now_{};
};

/// The cells of each array that the step accesses, or that a barrier hands over.
std::map<std::size_t, std::set<std::int64_t>> cells_now(const Step& step) {
  std::map<std::size_t, std::set<std::int64_t>> cells;
  const Event& event = *step.event;
  for (std::size_t i = 0; i < event.indices.size(); ++i)
    for (std::size_t scalar = 0; scalar < event.values[i].size(); ++scalar)
      cells[event.arrays[i]].insert(event.indices[i] + static_cast<std::int64_t>(scalar));
  for (const std::vector<Cell>& crossing : {step.crossing.read, step.crossing.overwritten})
    for (const auto& [array, index] : crossing) cells[array].insert(index);
  return cells;
}

}  // namespace

RankedLines memory_lines(const Scene& scene) {
  std::map<std::size_t, std::set<std::int64_t>> known, now = cells_now(scene.step);
  for (const auto& [cell, value] : scene.state.cells) known[cell.first].insert(cell.second);
  std::vector<std::size_t> order;
  for (const auto& [array, cells] : known) order.push_back(array);
  std::ranges::stable_sort(order, {}, [&](std::size_t array) { return scene.step.launch->arrays[array].space != "shared"; });
  RankedLines lines;
  for (const std::size_t array : order) {
    const RankedLines of_array = ArrayLines(scene, array, known[array], now[array]).lines();
    lines.insert(lines.end(), of_array.begin(), of_array.end());
  }
  return lines;
}

}  // namespace lockstep::player
