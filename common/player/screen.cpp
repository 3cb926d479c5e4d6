/// @file
/// @brief Lays a step out: sentence, source, lanes, memory, timeline.
#include "player/screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "player/naming.hpp"
#include "player/narration.hpp"
#include "player/values.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::player {
namespace {

using Lines = std::vector<std::string>;

std::string join(const std::vector<int>& sizes) {
  std::size_t last = sizes.size();
  while (last > 1 && sizes[last - 1] == 1) --last;
  std::string text;
  for (std::size_t i = 0; i < last; ++i) text += (i > 0 ? "×" : "") + fmt::format("{}", sizes[i]);
  return text;
}

void append(RankedLines& to, const RankedLines& from) { to.insert(to.end(), from.begin(), from.end()); }

Lines split(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Lines wrapped_lines(const std::string& text, std::size_t width) { return split(wrapped(text, std::max<std::size_t>(width, 10), 0)); }

/// A text on as many lines as it takes; the first two matter as much as `part`.
RankedLines text_lines(const Scene& scene, Part part, const std::string& text, const char* style) {
  constexpr std::size_t kFirst = 2;
  RankedLines lines;
  for (const std::string& one : wrapped_lines(clean_line(text), scene.room_behind(0)))
    lines.push_back({lines.size() < kFirst ? part : Part::more_now, scene.line().add(one, style).text()});
  return lines;
}

std::string title(const Scene& scene) {
  const Launch& launch = *scene.step.launch;
  const std::string place = fmt::format("step {} of {}", scene.view.number, scene.steps.size());
  Line line = scene.line();
  line.add_whole({clean_line(launch.kernel)}, kBold, place.size() + 2);
  line.add_whole({launch.version, "grid " + join(launch.grid), "block " + join(launch.block),
                  launch.order == "reversed" ? "threads from the last to the first" : ""},
                 kDim, place.size() + 2);
  return line.add_right(place).text();
}

RankedLines head(const Scene& scene) {
  RankedLines lines{{Part::title, title(scene)}};
  append(lines, text_lines(scene, Part::sentence, sentence(scene.steps, scene.view.number), kBold));
  for (const Hazard* hazard : scene.step.hazards) append(lines, text_lines(scene, Part::report, hazard->message, kRed));
  if (scene.view.number == scene.steps.size() && !scene.steps.trace().cut.empty())
    append(lines, text_lines(scene, Part::report, "The trace ends here: " + scene.steps.trace().cut, kDim));
  return lines;
}

std::string chosen_text(const Scene& scene) {
  const auto [array, index] = *scene.view.chosen;
  const std::string name = cell_name(scene.step.launch->arrays[array], index);
  const auto known = scene.state.cells.find(*scene.view.chosen);
  if (known == scene.state.cells.end()) return name + ": not seen yet";
  std::string text = fmt::format("{}: {}", name, value_text(known->second.value));
  const auto add = [&](const char* what, const std::optional<Touch>& touch) {
    if (touch)
      text += fmt::format("; {} by lane {} of warp {} in step {}", what, touch->lane, scene.steps.strips()[touch->strip].warp, touch->step);
  };
  add("written", known->second.writer);
  add("read", known->second.reader);
  return text;
}

// ---- Source -----------------------------------------------------------------------------------------------------------

std::size_t indent_of(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// The current line, whole. @param mark  comes before it
void add_line_at_work(RankedLines& lines, const Scene& scene, const std::string& mark, const std::string& code) {
  constexpr std::array kParts{Part::source_now, Part::more_now, Part::source};  // of its rows: the rest is usually a comment
  const std::size_t width = display_width(mark), room = scene.room_behind(width);
  const std::string blanks(std::min(indent_of(code), room), ' ');
  std::size_t row = 0;
  for (const std::string& text : wrapped_lines(code.substr(indent_of(code)), room - blanks.size())) {
    const std::string before = row == 0 ? mark : std::string(width, ' ');
    lines.push_back({kParts[std::min(row++, kParts.size() - 1)], scene.line().add(before + blanks + text, kReverse).text()});
  }
}

/// The current line and three on either side, without their common indent.
RankedLines source(const Scene& scene) {
  constexpr int kAround = 3;
  const Event& event = *scene.step.event;
  if (event.file < 0) return {{Part::source_now, scene.line().add("(the line is not known)", kDim).text()}};
  const std::vector<SourceFile>& files = scene.steps.trace().files;
  const auto& [name, all] = files[static_cast<std::size_t>(event.file)];
  const int count = static_cast<int>(all.size());
  const int first = std::clamp(event.line - kAround, 1, std::max(1, count - 2 * kAround)), last = std::min(count, first + 2 * kAround);
  std::map<int, std::string> shown;
  for (int line = first; line <= last; ++line) shown[line] = clean_text(all[static_cast<std::size_t>(line - 1)]);
  std::size_t indent = std::string::npos;
  for (const auto& [number, text] : shown)
    if (indent_of(text) < text.size()) indent = std::min(indent, indent_of(text));
  const std::size_t digits = fmt::format("{}", last).size(), room = scene.room_behind(digits + 2);
  RankedLines lines;
  if (files.size() > 1) lines.push_back({Part::source_near, scene.line().add(clean_line(name), kDim).text()});
  for (const auto& [number, text] : shown) {
    const std::string code = text.substr(std::min(indent, text.size()));
    if (number != event.line) {
      lines.push_back(
          {std::abs(number - event.line) == 1 ? Part::source_near : Part::source,
           scene.line()
               .add(without_end_blanks(fmt::format(" {:>{}} {}", number, digits, cut_to(code, std::max<std::size_t>(room, 1)))), kDim)
               .text()});
      continue;
    }
    add_line_at_work(lines, scene, fmt::format("▸{:>{}} ", number, digits), code);
  }
  return lines;
}

// ---- Lanes ------------------------------------------------------------------------------------------------------------

std::string warp_name(const Scene& scene, std::size_t strip) {
  const Strip& warp = scene.steps.strips()[strip];
  const bool several = std::ranges::any_of(scene.steps.strips_at(scene.view.number),
                                           [&](std::size_t other) { return scene.steps.strips()[other].block != warp.block; });
  if (!several) return fmt::format("warp {}", warp.warp);
  const std::string name = fmt::format("block {} warp {}", warp.block, warp.warp);
  return scene.room_behind(name.size() + 1) >= kLanes ? name : fmt::format("b{} w{}", warp.block, warp.warp);
}

/// "█ 16 active", and so on.
std::vector<std::string> counted_states(const Scene& scene, std::size_t strip) {
  std::map<LaneState, int> counts;
  for (int lane = 0; lane < scene.steps.strips()[strip].threads; ++lane) ++counts[scene.steps.lane_state(strip, lane, scene.view.number)];
  std::vector<std::string> texts;
  for (const auto& [state, count] : counts) texts.push_back(fmt::format("{} {} {}", sign_of(state).text, count, sign_of(state).words));
  return texts;
}

/// A line a warp: a sign for each lane.
std::string lane_signs(const Scene& scene, std::size_t strip) {
  Line line = scene.line();
  line.add(fmt::format("{:<7} ", warp_name(scene, strip)), strip == scene.step.strip ? kBold : kDim);
  for (int lane = 0; lane < scene.steps.strips()[strip].threads; ++lane)
    line.add(sign_of(scene.steps.lane_state(strip, lane, scene.view.number)).text);
  return line.add_whole(counted_states(scene, strip), kDim).text();
}

/// The values of the lanes of the warp that has its turn: those of this step in reverse.
RankedLines lane_values(const Scene& scene) {
  constexpr std::size_t kLabel = 8, kFirst = 2;
  const Strip& strip = scene.steps.strips()[scene.step.strip];
  const auto value_of = [&](int lane) -> const LaneValue* {
    const auto found = scene.state.lanes.find({scene.step.strip, lane});
    return found != scene.state.lanes.end() && !found->second.values.empty() ? &found->second : nullptr;
  };
  Widths widths;
  bool any_known = false;
  for (int lane = 0; lane < strip.threads; ++lane)
    if (const LaneValue* const value = value_of(lane)) {
      widths.add(value->values[0]);
      any_known = true;
    }
  if (!any_known) return {};
  const Columns columns = columns_for(widths, scene.room_behind(kLabel), kLanes);
  RankedLines lines;
  std::size_t rows_now = 0;
  for (int first = 0; first < strip.threads; first += columns.across) {
    Line line = scene.line();
    line.add(fmt::format("{:>7} ", fmt::format("lane {}", first)), kDim);
    bool any = false;
    for (int lane = first; lane < std::min(first + columns.across, strip.threads); ++lane) {
      const LaneValue* const value = value_of(lane);
      const bool is_now = value != nullptr && value->step == scene.view.number;
      line.add(in_column(value == nullptr ? "" : short_value(value->values[0], columns.width), columns), is_now ? kReverse : kDim);
      any = any || is_now;
    }
    lines.push_back({!any ? Part::other_values : ++rows_now <= kFirst ? Part::values_now : Part::more_now, line.text()});
  }
  return lines;
}

/// The warps in their order; the one that has its turn with its values.
RankedLines lanes(const Scene& scene) {
  constexpr std::size_t kMostOthers = 3;
  RankedLines lines;
  std::size_t others = 0;
  for (const std::size_t strip : scene.steps.strips_at(scene.view.number)) {
    const bool has_turn = strip == scene.step.strip;
    if (!has_turn && ++others > kMostOthers) continue;
    lines.push_back({has_turn ? Part::warp_now : Part::other_warps, lane_signs(scene, strip)});
    if (has_turn) append(lines, lane_values(scene));
  }
  if (others > kMostOthers)
    lines.push_back({Part::other_values, scene.line().add(fmt::format("({} more warps)", others - kMostOthers), kDim).text()});
  return lines;
}

// ---- Below ------------------------------------------------------------------------------------------------------------

/// One sign for several steps: the most important one.
std::string timeline(const Scene& scene) {
  const std::size_t size = scene.steps.size(), width = std::min(scene.room_behind(0), size);
  Line line = scene.line();
  for (std::size_t column = 0; column < width; ++column) {
    const std::size_t begin = column * size / width, end = (column + 1) * size / width;
    StepKind most = StepKind::other;
    for (std::size_t i = begin; i < end; ++i) most = std::max(most, kind_of(scene.steps.at(i + 1)));
    if (scene.view.number > begin && scene.view.number <= end)
      line.add(kHere.text, kReverse);
    else
      line.add(sign_of(most).text, most == StepKind::report ? kRed : kDim);
  }
  return line.text();
}

RankedLines foot(const Scene& scene) {
  const std::string keys =
      scene.view.note.empty() ? scene.line().add_whole(key_legend(), kDim).text() : scene.line().add(scene.view.note, kBold).text();
  return {{Part::timeline, timeline(scene)}, {Part::legend, scene.line().add_whole(timeline_legend(), kDim).text()}, {Part::keys, keys}};
}

bool is_of_foot(const RankedLine& line) { return line.part == Part::timeline || line.part == Part::legend || line.part == Part::keys; }

RankedLines body(const Scene& scene) {
  RankedLines lines = head(scene);
  if (scene.view.chosen) append(lines, text_lines(scene, Part::chosen, chosen_text(scene), nullptr));
  append(lines, source(scene));
  append(lines, lanes(scene));
  append(lines, memory_lines(scene));
  return lines;
}

/// As many as there is room for, in their order. Within a part, the last ones are dropped first.
void keep(RankedLines& lines, std::size_t most) {
  while (lines.size() > most) {
    const auto last = std::ranges::max_element(lines.rbegin(), lines.rend(), {}, &RankedLine::part);
    lines.erase(std::next(last).base());
  }
}

void drop_lone_headings(RankedLines& lines) {
  for (std::size_t i = lines.size(); i-- > 0;)
    if (lines[i].heading > 0 && (i + 1 == lines.size() || lines[i + 1].heading >= lines[i].heading))
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
}

}  // namespace

Lines screen(const Steps& steps, const View& view, ScreenSize size, bool styles) {
  const Scene scene{.steps = steps, .view = view, .size = size, .styles = styles};
  const auto rows = static_cast<std::size_t>(std::max(size.rows, 0));
  RankedLines lines = body(scene);
  append(lines, foot(scene));
  keep(lines, rows);
  const auto edge = std::ranges::find_if(lines, is_of_foot);
  const RankedLines below(edge, lines.end());
  lines.erase(edge, lines.end());
  drop_lone_headings(lines);
  lines.resize(rows - below.size());
  append(lines, below);
  Lines texts;
  for (const RankedLine& line : lines) texts.push_back(line.text);
  return texts;
}

}  // namespace lockstep::player
