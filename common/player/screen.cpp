/// @file
/// @brief Lays a step out: sentence, source, lanes, memory, timeline.
#include "player/screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "player/naming.hpp"
#include "player/narration.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::player {
namespace {

constexpr const char* kBold = "1";
constexpr const char* kDim = "2";
constexpr const char* kReverse = "7";
constexpr const char* kRed = "1;31";
constexpr int kAcross = 16;       ///< lanes and cells in a row
constexpr std::size_t kCell = 4;  ///< characters of each

/// A line that is cut at the screen's edge; styles take no room.
class Line {
 public:
  Line(int columns, bool styles) : room_(static_cast<std::size_t>(std::max(columns, 0))), styles_(styles) {}

  Line& add(std::string_view text, const char* style = nullptr) {
    const std::string fits = first_characters(text, room_);
    room_ -= display_width(fits);
    if (styles_ && style != nullptr && !fits.empty())
      text_ += fmt::format("\x1b[{}m{}\x1b[0m", style, fits);
    else
      text_ += fits;
    return *this;
  }

  /// Blanks, so that `text` ends at the edge.
  Line& add_right(const std::string& text, const char* style = nullptr) {
    const std::size_t width = display_width(text);
    if (width < room_) add(std::string(room_ - width, ' '));
    return add(text, style);
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t room_;
  bool styles_;
};

/// 3.2e9 of 3.2e+09
std::string without_zeros_of_exponent(std::string number) {
  const std::size_t e = number.find('e');
  if (e == number.npos) return number;
  std::size_t digits = number.find_first_not_of("+0", e + 1);
  if (number[e + 1] == '-') digits = number.find_first_not_of('0', e + 2);
  return number.substr(0, e + 1) + (number[e + 1] == '-' ? "-" : "") + number.substr(digits);
}

/// A value in at most so many characters.
std::string short_value(const nlohmann::json& value, std::size_t most) {
  if (value == "unset") return "?";
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  const std::string text = clean_line(value_text(value));
  if (display_width(text) <= most) return text;
  if (!value.is_number()) return cut_to(text, most);
  for (std::size_t digits = most; digits > 0; --digits) {
    const std::string rounded = without_zeros_of_exponent(fmt::format("{:.{}g}", value.get<double>(), digits));
    if (rounded.size() <= most) return rounded;
  }
  return "…";
}

std::string join(const std::vector<int>& sizes) {
  std::size_t last = sizes.size();
  while (last > 1 && sizes[last - 1] == 1) --last;
  std::string text;
  for (std::size_t i = 0; i < last; ++i) text += (i > 0 ? "×" : "") + fmt::format("{}", sizes[i]);
  return text;
}

/// All that the parts of the screen look at.
struct Scene {
  const Steps& steps;
  const View& view;
  ScreenSize size;
  bool styles;
  const Step& step = steps.at(view.number);
  State state = steps.state_at(view.number);

  Line line() const { return Line(size.columns, styles); }
};

using Lines = std::vector<std::string>;

void add_lines(Lines& to, const Lines& from, std::size_t most) {
  to.insert(to.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(std::min(most, from.size())));
}

Lines wrapped_lines(const Scene& scene, const std::string& text, const char* style) {
  std::istringstream in(wrapped(text, static_cast<std::size_t>(std::max(scene.size.columns, 10)), 0));
  Lines lines;
  for (std::string one; std::getline(in, one);) lines.push_back(scene.line().add(one, style).text());
  return lines;
}

Lines head(const Scene& scene) {
  const Launch& launch = *scene.step.launch;
  Line title = scene.line();
  title.add(clean_line(launch.kernel), kBold)
      .add(fmt::format("{}  grid {}  block {}", launch.version.empty() ? "" : "  " + launch.version, join(launch.grid), join(launch.block)),
           kDim)
      .add(launch.order == "reversed" ? "  threads from the last to the first" : "", kDim)
      .add_right(fmt::format("  step {} of {}", scene.view.number, scene.steps.size()));
  Lines lines{title.text()};
  add_lines(lines, wrapped_lines(scene, clean_line(sentence(scene.steps, scene.view.number)), kBold), 2);
  for (const Hazard* hazard : scene.step.hazards) add_lines(lines, wrapped_lines(scene, clean_line(hazard->message), kRed), 2);
  if (scene.view.number == scene.steps.size() && !scene.steps.trace().cut.empty())
    add_lines(lines, wrapped_lines(scene, "The trace ends here: " + clean_line(scene.steps.trace().cut), kDim), 2);
  return lines;
}

Lines source(const Scene& scene, int rows) {
  const Event& event = *scene.step.event;
  if (event.file < 0) return {scene.line().add("(the line is not known)", kDim).text()};
  const SourceFile& file = scene.steps.trace().files[static_cast<std::size_t>(event.file)];
  const int count = static_cast<int>(file.lines.size());
  const int first = std::clamp(event.line - 1 - rows / 2, 0, std::max(0, count - rows));
  Lines lines;
  for (int i = first; i < std::min(count, first + rows); ++i) {
    const bool current = i + 1 == event.line;
    lines.push_back(scene.line()
                        .add(fmt::format("{}{:4} {}", current ? "▸" : " ", i + 1, clean_text(file.lines[static_cast<std::size_t>(i)])),
                             current ? kReverse : kDim)
                        .text());
  }
  return lines;
}

const char* sign(LaneState state) {
  switch (state) {
    case LaneState::active:
      return "█";
    case LaneState::idle:
      return "·";
    case LaneState::waiting:
      return "‖";
    case LaneState::ended:
      return "×";
    case LaneState::paused:
      return "░";
    case LaneState::absent:
      return " ";
  }
  return " ";
}

std::string warp_name(const Scene& scene, std::size_t strip) {
  const Strip& warp = scene.steps.strips()[strip];
  const bool several = std::ranges::any_of(scene.steps.strips_at(scene.view.number),
                                           [&](std::size_t other) { return scene.steps.strips()[other].block != warp.block; });
  return (several ? fmt::format("block {} ", warp.block) : "") + fmt::format("warp {}", warp.warp);
}

std::string count_states(const Scene& scene, std::size_t strip) {
  std::map<LaneState, int> counts;
  for (int lane = 0; lane < kLanes; ++lane) ++counts[scene.steps.lane_state(strip, lane, scene.view.number)];
  std::string text;
  for (const auto& [state, words] : {std::pair{LaneState::active, "active"}, std::pair{LaneState::idle, "idle"},
                                     std::pair{LaneState::waiting, "at the barrier"}, std::pair{LaneState::ended, "ended"}})
    if (counts[state] > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[state], words);
  return text.empty() ? "not its turn" : text;
}

/// A line a warp: a sign for each lane.
std::string lane_signs(const Scene& scene, std::size_t strip) {
  Line line = scene.line();
  line.add(fmt::format("{:<10}", warp_name(scene, strip)), strip == scene.step.strip ? kBold : kDim);
  for (int lane = 0; lane < scene.steps.strips()[strip].threads; ++lane)
    line.add(sign(scene.steps.lane_state(strip, lane, scene.view.number)));
  return line.add("  " + count_states(scene, strip), kDim).text();
}

std::string padded(const std::string& text) {
  const std::size_t width = display_width(text);
  return std::string(width < kCell ? kCell - width : 0, ' ') + text;
}

/// The values of the lanes of the warp that has its turn: those of this step in reverse.
Lines lane_values(const Scene& scene) {
  const Strip& strip = scene.steps.strips()[scene.step.strip];
  Lines lines;
  for (int first = 0; first < strip.threads; first += kAcross) {
    Line line = scene.line();
    line.add(fmt::format("{:>9} ", fmt::format("lane {}", first)), kDim);
    for (int lane = first; lane < std::min(first + kAcross, strip.threads); ++lane) {
      const auto value = scene.state.lanes.find({scene.step.strip, lane});
      const bool is_known = value != scene.state.lanes.end() && !value->second.values.empty();
      const bool is_now = is_known && value->second.step == scene.view.number;
      line.add(padded(is_known ? short_value(value->second.values[0], kCell - 1) : ""), is_now ? kReverse : kDim);
    }
    lines.push_back(line.text());
  }
  return lines;
}

/// The warps in their order, as many as there is room for; the one that has its turn with its values.
Lines lanes(const Scene& scene) {
  constexpr std::size_t kMostOthers = 3;
  Lines lines;
  std::size_t others = 0;
  for (const std::size_t strip : scene.steps.strips_at(scene.view.number)) {
    const bool has_turn = strip == scene.step.strip;
    if (!has_turn && ++others > kMostOthers) continue;
    lines.push_back(lane_signs(scene, strip));
    if (has_turn) add_lines(lines, lane_values(scene), lines.max_size());
  }
  return lines;
}

/// The cells that the step accesses, or that a barrier hands over.
std::vector<Cell> cells_now(const Step& step) {
  const Event& event = *step.event;
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < event.indices.size(); ++i)
    for (std::size_t scalar = 0; scalar < event.values[i].size(); ++scalar)
      cells.emplace_back(event.arrays[i], event.indices[i] + static_cast<std::int64_t>(scalar));
  cells.insert(cells.end(), step.crossing.read.begin(), step.crossing.read.end());
  cells.insert(cells.end(), step.crossing.overwritten.begin(), step.crossing.overwritten.end());
  return cells;
}

std::string row_of_cells(const Scene& scene, std::size_t array, std::int64_t row, const std::set<Cell>& now) {
  Line line = scene.line();
  line.add(fmt::format("{:>9} ", row * kAcross), kDim);
  for (std::int64_t index = row * kAcross; index < (row + 1) * kAcross; ++index) {
    const auto known = scene.state.cells.find({array, index});
    const bool is_chosen = scene.view.chosen == Cell{array, index};
    const std::string text = padded(known == scene.state.cells.end() ? "·" : short_value(known->second.value, kCell - 1));
    line.add(text, is_chosen ? "7;1;33" : now.contains({array, index}) ? kReverse : known == scene.state.cells.end() ? kDim : nullptr);
  }
  return line.text();
}

/// Arrays that the step touches come first; of each the rows that it touches, then others that are known.
Lines memory(const Scene& scene) {
  const std::vector<Cell> touched = cells_now(scene.step);
  const std::set<Cell> now(touched.begin(), touched.end());
  std::map<std::size_t, std::set<std::int64_t>> rows, rows_now;
  for (const auto& [cell, known] : scene.state.cells) rows[cell.first].insert(cell.second / kAcross);
  for (const auto& [array, index] : now) rows_now[array].insert(index / kAcross);
  std::vector<std::size_t> order;
  for (const auto& [array, touched_rows] : rows_now) order.push_back(array);
  for (const auto& [array, known_rows] : rows)
    if (!rows_now.contains(array)) order.push_back(array);
  Lines lines;
  constexpr std::size_t kMostRows = 4;
  for (const std::size_t array : order) {
    const Array& of = scene.step.launch->arrays[array];
    lines.push_back(scene.line().add(clean_line(of.name), kBold).add(fmt::format("  {} {}", clean_line(of.type), of.space), kDim).text());
    const std::set<std::int64_t>& shown = rows[array].size() <= kMostRows || rows_now[array].empty() ? rows[array] : rows_now[array];
    std::size_t left = kMostRows;
    for (auto row = shown.begin(); row != shown.end() && left > 0; ++row, --left) lines.push_back(row_of_cells(scene, array, *row, now));
  }
  return lines;
}

std::string chosen_text(const Scene& scene) {
  const auto [array, index] = *scene.view.chosen;
  const std::string name = clean_line(cell_name(scene.step.launch->arrays[array], index));
  const auto known = scene.state.cells.find(*scene.view.chosen);
  if (known == scene.state.cells.end()) return name + ": not seen yet";
  std::string text = fmt::format("{}: {}", name, clean_line(value_text(known->second.value)));
  const auto add = [&](const char* what, const std::optional<Touch>& touch) {
    if (touch)
      text += fmt::format("; {} by lane {} of warp {} in step {}", what, touch->lane, scene.steps.strips()[touch->strip].warp, touch->step);
  };
  add("written", known->second.writer);
  add("read", known->second.reader);
  return text;
}

/// A character for so many steps: ! a report, | a barrier, < a divergence, r and w accesses.
std::string timeline(const Scene& scene) {
  const std::size_t columns = static_cast<std::size_t>(std::max(scene.size.columns, 1)), size = scene.steps.size();
  const std::size_t width = std::min(columns, size);
  const auto rank = [](const Step& step) -> std::size_t {
    static constexpr std::string_view kKinds = "·rw<|!";
    if (!step.hazards.empty()) return kKinds.find('!');
    if (step.event->kind == "barrier") return kKinds.find('|');
    if (step.event->kind == "branch") return kKinds.find('<');
    if (step.event->writes()) return 3;
    return step.event->reads() ? 2 : 0;
  };
  Line line = scene.line();
  for (std::size_t column = 0; column < width; ++column) {
    const std::size_t begin = column * size / width, end = (column + 1) * size / width;
    std::size_t most = 0;
    for (std::size_t i = begin; i < end; ++i) most = std::max(most, rank(scene.steps.at(i + 1)));
    const bool is_here = scene.view.number > begin && scene.view.number <= end;
    line.add(most == 0 ? "·" : std::string(1, std::string_view("..rw<|!")[most]), is_here ? kReverse : most >= 6 ? kRed : kDim);
  }
  return line.text();
}

}  // namespace

Lines screen(const Steps& steps, const View& view, ScreenSize size, bool styles) {
  const Scene scene{.steps = steps, .view = view, .size = size, .styles = styles};
  constexpr int kMostSource = 7, kFoot = 2;
  Lines lines = head(scene);
  if (view.chosen) lines.push_back(scene.line().add(chosen_text(scene)).text());
  const Lines of_lanes = lanes(scene);
  const int left = size.rows - static_cast<int>(lines.size() + of_lanes.size()) - kFoot;
  add_lines(lines, source(scene, std::clamp(left / 2, 1, kMostSource)), lines.max_size());
  add_lines(lines, of_lanes, of_lanes.size());
  add_lines(lines, memory(scene), lines.max_size());
  lines.resize(static_cast<std::size_t>(std::max(0, size.rows - kFoot)));
  if (size.rows >= kFoot) lines.push_back(timeline(scene));
  lines.push_back(scene.line().add("←→ step  b barrier  d divergence  h report  c cell  capitals: back  q quit", kDim).text());
  return lines;
}

}  // namespace lockstep::player
