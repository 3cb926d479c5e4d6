/// @file
/// @brief Puts an event of a trace into words.
#include "player/narration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace lockstep::player {
namespace {

using nlohmann::json;

std::string plural(std::int64_t number, const char* word) { return fmt::format("{} {}{}", number, word, number == 1 ? "" : "s"); }

std::string capital(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::int64_t floor_of(std::int64_t number, std::int64_t divisor) { return number / divisor - (number % divisor < 0 ? 1 : 0); }

template <class Number>
bool is_steady(const std::vector<Number>& numbers) {
  for (std::size_t i = 2; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != numbers[1] - numbers[0]) return false;
  return true;
}

/// 0–15, or 0, 2, … 30, or 0–3, 8–11.
std::string ranges(const std::vector<int>& numbers) {
  if (numbers.size() > 3 && numbers[1] - numbers[0] > 1 && is_steady(numbers))
    return fmt::format("{}, {}, … {}", numbers[0], numbers[1], numbers.back());
  std::vector<std::pair<int, int>> runs;
  for (const int number : numbers)
    if (!runs.empty() && runs.back().second == number - 1)
      runs.back().second = number;
    else
      runs.emplace_back(number, number);
  constexpr std::size_t kMost = 4;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kMost, runs.size()); ++i)
    shown.push_back(runs[i].first == runs[i].second ? fmt::format("{}", runs[i].first)
                                                    : fmt::format("{}–{}", runs[i].first, runs[i].second));
  return fmt::format("{}{}", fmt::join(shown, ", "), runs.size() > kMost ? ", …" : "");
}

/// The brackets behind an array's name, for elements of one row; empty where they are not of one.
std::string brackets(const Array& array, std::int64_t first, std::int64_t last) {
  const auto range = [](std::int64_t from, std::int64_t to) {
    return from == to ? fmt::format("[{}]", from) : fmt::format("[{}..{}]", from, to);
  };
  if (array.shape.size() < 2) return range(first, last);
  const std::int64_t columns = array.shape.back();
  std::int64_t row = floor_of(first, columns);
  if (row != floor_of(last, columns)) return {};
  const std::int64_t column = first - row * columns;
  std::string outer;
  for (std::size_t i = array.shape.size() - 2; i > 0; --i) {
    outer = fmt::format("[{}]", row % array.shape[i]) + outer;
    row = floor_of(row, array.shape[i]);
  }
  return fmt::format("[{}]", row) + outer + range(column, column + last - first);
}

std::string cells_text(const Array& array, const std::vector<std::int64_t>& indices, std::int64_t width) {
  constexpr std::size_t kMost = 3;
  std::vector<std::int64_t> cells;
  for (const std::int64_t index : indices)
    if (std::ranges::find(cells, index) == cells.end()) cells.push_back(index);
  const auto name = [&](std::int64_t cell) { return cell_name(array, cell, width); };
  if (cells.size() == 1) return name(cells[0]);
  const bool steady = is_steady(cells);
  if (steady && cells[1] - cells[0] == width && width % array.components == 0)
    return cell_name(array, cells[0], static_cast<std::int64_t>(cells.size()) * width);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(cells.size(), kMost); ++i) names.push_back(name(cells[i]));
  if (cells.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
  if (steady) return fmt::format("{}, {}, … {}", names[0], names[1], name(cells.back()));
  return fmt::format("{}, …", fmt::join(names, ", "));
}

/// Cells of several arrays: "in[0..31] and out[0]".
std::string places_text(const Launch& launch, const std::vector<Cell>& cells, std::int64_t width) {
  std::vector<std::size_t> arrays;
  for (const auto& [array, index] : cells)
    if (std::ranges::find(arrays, array) == arrays.end()) arrays.push_back(array);
  std::vector<std::string> parts;
  for (const std::size_t array : arrays) {
    std::vector<std::int64_t> indices;
    for (const auto& [of, index] : cells)
      if (of == array) indices.push_back(index);
    parts.push_back(cells_text(launch.arrays[array], indices, width));
  }
  return fmt::format("{}", fmt::join(parts, " and "));
}

std::string touched_text(const Step& step) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < step.event->indices.size(); ++i) cells.emplace_back(step.event->arrays[i], step.event->indices[i]);
  return places_text(*step.launch, cells, static_cast<std::int64_t>(step.event->values[0].size()));
}

std::string cost_text(const Event& event) {
  if (event.sectors)
    return fmt::format(": {}{}", plural(*event.sectors, "sector"),
                       *event.sectors > event.ideal ? fmt::format(", where {} would do", event.ideal) : "");
  if (event.conflicts == 0) return {};
  if (event.kind == "atomic") return fmt::format(": {} wavefronts, because atomics in one bank take turns", event.wavefronts);
  return fmt::format(": {} wavefronts instead of {}, by bank conflicts", event.wavefronts, event.wavefronts - event.conflicts);
}

std::string unset_text(const Event& event) {
  const auto unset = std::ranges::count_if(
      event.values, [](const std::vector<json>& values) { return std::ranges::find(values, json("unset")) != values.end(); });
  return unset == 0 ? "" : fmt::format(" {} {} what was never written.", plural(unset, "lane"), unset == 1 ? "gets" : "get");
}

std::string exchange_text(const Event& event) {
  if (event.from.empty()) {
    const bool same = std::ranges::all_of(event.out, [&](const json& value) { return value == event.out[0]; });
    return same ? fmt::format(" All get {}.", value_text(event.out[0])) : "";
  }
  const std::vector<int> lanes = lanes_of(event.lanes);
  std::set<int> sources(event.from.begin(), event.from.end()), distances, partners;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (event.from[i] == lanes[i]) continue;
    distances.insert(event.from[i] - lanes[i]);
    partners.insert(event.from[i] ^ lanes[i]);
  }
  if (lanes.size() > 1 && sources.size() == 1) return fmt::format(" All take the value of lane {}.", *sources.begin());
  if (distances.size() == 1)
    return fmt::format(" Each takes the value of the lane {} {}.", std::abs(*distances.begin()),
                       *distances.begin() > 0 ? "above" : "below");
  if (partners.size() == 1) return fmt::format(" Each takes the value of lane ^ {}.", *partners.begin());
  return " Each takes the value of the lane that it names.";
}

std::vector<Cell> in_order(std::vector<Cell> cells) {
  std::ranges::stable_sort(cells, {}, &Cell::second);
  return cells;
}

std::string crossing_text(const Step& step) {
  const auto& [read, overwritten] = step.crossing;
  if (!read.empty())
    return fmt::format(" After it, threads read what others wrote before it: {}.", places_text(*step.launch, in_order(read), 1));
  if (!overwritten.empty())
    return fmt::format(" After it, threads overwrite what others read before it: {}.", places_text(*step.launch, in_order(overwritten), 1));
  return " No traced thread reads after it what another traced one wrote since the barrier before it.";
}

std::string who(const Steps& steps, std::size_t number) {
  const Event& event = *steps.at(number).event;
  const std::vector<std::size_t> strips = steps.strips_at(number);
  const bool several = std::ranges::any_of(strips, [&](std::size_t strip) { return steps.strips()[strip].block != event.block; });
  return capital((several ? fmt::format("block {}, ", event.block) : "") + (strips.size() > 1 ? fmt::format("warp {}, ", event.warp) : "") +
                 lanes_text(event.lanes));
}

std::string idle_text(const Steps& steps, std::size_t number) {
  std::uint32_t idle = 0;
  for (int lane = 0; lane < kLanes; ++lane)
    if (steps.lane_state(steps.at(number).strip, lane, number) == LaneState::idle) idle |= std::uint32_t{1} << lane;
  return idle == 0 ? "" : fmt::format(" {} {} idle.", capital(lanes_text(idle)), std::popcount(idle) == 1 ? "is" : "are");
}

std::string with_blanks(std::string words) {
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string branch_text(const Event& event) {
  std::vector<std::string> ways;
  for (const std::uint32_t way : event.into) ways.push_back(lanes_text(way));
  return fmt::format(" diverge into {}.", fmt::join(ways, " and "));
}

}  // namespace

std::string cell_name(const Array& array, std::int64_t index, std::int64_t width) {
  constexpr std::string_view kComponents = "xyzw";
  const std::int64_t components = array.components;
  const std::int64_t first = floor_of(index, components);
  if (width % components == 0) {
    const std::int64_t last = first + width / components - 1;
    const std::string in_one_row = brackets(array, first, last);
    if (!in_one_row.empty()) return array.name + in_one_row;
    return fmt::format("{0}{1} … {0}{2}", array.name, brackets(array, first, first), brackets(array, last, last));
  }
  const auto component = static_cast<std::size_t>(index - first * components);
  const std::string suffix = component < kComponents.size() ? std::string(1, kComponents[component]) : fmt::format("{}", component);
  return fmt::format("{}{}.{}", array.name, brackets(array, first, first), suffix);
}

std::string lanes_text(std::uint32_t mask) { return (std::popcount(mask) == 1 ? "lane " : "lanes ") + ranges(lanes_of(mask)); }

std::string value_text(const json& value) {
  if (!value.is_string()) return value.dump();
  return value == "unset" ? "never written" : value.get<std::string>();
}

std::string sentence(const Steps& steps, std::size_t number) {
  const Step& step = steps.at(number);
  const Event& event = *step.event;
  const bool one = std::popcount(event.lanes) == 1;
  const std::string lanes = who(steps, number), &kind = event.kind;
  const auto verb = [&](const char* of_many, const char* of_one) { return lanes + (one ? of_one : of_many); };
  if (kind == "step")
    return fmt::format("{} {}.{}", verb(" begin line", " begins line"), event.file < 0 ? "?" : fmt::format("{}", event.line),
                       idle_text(steps, number));
  if (kind == "load") return fmt::format("{} {}{}.{}", verb(" read", " reads"), touched_text(step), cost_text(event), unset_text(event));
  if (kind == "store") return fmt::format("{} {}{}.", verb(" write", " writes"), touched_text(step), cost_text(event));
  if (kind == "atomic")
    return fmt::format("{}: atomic {} on {}{}.", lanes, with_blanks(event.operation), touched_text(step), cost_text(event));
  if (kind == "exchange") return fmt::format("{}: {}.{}", lanes, event.name, exchange_text(event));
  if (kind == "arrive")
    return fmt::format("{} at the barrier of the {}: {} of {} threads are there.", verb(" wait", " waits"), event.sync, event.arrived,
                       event.of);
  if (kind == "barrier")
    return fmt::format("The barrier of the {} is complete: {} go{} on.{}", event.sync, plural(event.arrived, "thread"),
                       event.arrived == 1 ? "es" : "", crossing_text(step));
  if (kind == "branch") return lanes + branch_text(event);
  if (kind == "join") return lanes + " are together again.";
  if (kind == "fence") return fmt::format("{}: a memory fence ({}).", lanes, event.scope);
  if (kind == "exit") return verb(" end.", " ends.");
  return fmt::format("{}: {}.", lanes, kind);
}

}  // namespace lockstep::player
