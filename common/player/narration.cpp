/// @file
/// @brief Puts an event of a trace into words.
#include "player/narration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "player/conditions.hpp"
#include "player/naming.hpp"

namespace lockstep::player {
namespace {

using nlohmann::json;

std::string plural(std::int64_t number, const char* word) { return fmt::format("{} {}{}", number, word, number == 1 ? "" : "s"); }

std::string capital(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::vector<Cell> cells_of(const Event& event) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < event.indices.size(); ++i) cells.emplace_back(event.arrays[i], event.indices[i]);
  return cells;
}

std::string touched_text(const Step& step) {
  return places_text(*step.launch, cells_of(*step.event), static_cast<std::int64_t>(step.event->values[0].size()));
}

/// " = 3, 4": the values of few cells of one array, in the order of their names; empty where lanes differ in what one cell holds.
std::string few_values_text(const Event& event) {
  constexpr std::size_t kMost = 4;
  std::vector<std::pair<Cell, std::string>> values;
  const std::vector<Cell> cells = cells_of(event);
  if (std::ranges::any_of(cells, [&](const Cell& cell) { return cell.first != cells[0].first; })) return {};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string value = event.values[i].size() == 1 ? value_text(event.values[i][0]) : value_text(json(event.values[i]));
    const auto same = std::ranges::find(values, cells[i], &std::pair<Cell, std::string>::first);
    if (same == values.end())
      values.emplace_back(cells[i], value);
    else if (same->second != value)
      return {};
  }
  if (values.size() > kMost) return {};
  std::vector<std::string> texts;
  for (const auto& [cell, value] : values) texts.push_back(value);
  return fmt::format(" = {}", fmt::join(texts, ", "));
}

/// What atomics do to one cell together: each gets what the previous one left. Empty if there are several cells.
std::string change_text(const Event& event) {
  const std::vector<Cell> cells = cells_of(event);
  if (std::ranges::any_of(cells, [&](const Cell& cell) { return cell != cells[0]; })) return {};
  const auto is_chain = [&](bool upwards) {
    for (std::size_t i = 1; i < cells.size(); ++i)
      if (event.old[upwards ? i : i - 1] != event.values[upwards ? i - 1 : i][0]) return false;
    return true;
  };
  const std::size_t last = cells.size() - 1;
  if (is_chain(true)) return fmt::format(", from {} to {}", value_text(event.old[0]), value_text(event.values[last][0]));
  if (is_chain(false)) return fmt::format(", from {} to {}", value_text(event.old[last]), value_text(event.values[0][0]));
  return {};
}

std::string cost_text(const Event& event) {
  if (event.sectors)
    return fmt::format(": {}{}", plural(*event.sectors, "sector"),
                       *event.sectors > event.ideal ? fmt::format(", where {} would do", event.ideal) : "");
  if (event.conflicts == 0) return {};
  if (event.kind == "atomic") return fmt::format(": {} wavefronts, because atomics in one bank take turns", event.wavefronts);
  return fmt::format(": {} wavefronts instead of {}, because of bank conflicts", event.wavefronts, event.wavefronts - event.conflicts);
}

std::string unset_text(const Event& event) {
  const auto unset = std::ranges::count_if(
      event.values, [](const std::vector<json>& values) { return std::ranges::find(values, json("unset")) != values.end(); });
  return unset == 0
             ? ""
             : fmt::format(" {} {} never written.", plural(unset, "lane"), unset == 1 ? "gets a value that was" : "get values that were");
}

/// What depends on the order in which lanes of a warp run. Steps are counted from here, because a page may show only part of the trace.
std::string order_text(const OwnOrder& order, std::size_t number) {
  const auto get = [](std::uint32_t lanes) { return std::popcount(lanes) == 1 ? "gets" : "get"; };
  const auto steps = [](std::size_t count) { return plural(static_cast<std::int64_t>(count), "step"); };
  std::string text;
  if (order.early != 0)
    text += fmt::format(
        " {} {} what another lane of the warp writes only {} later: the simulator runs lanes one after another, a GPU reads at once.",
        capital(lanes_text(order.early)), get(order.early), steps(order.written - number));
  if (order.late != 0)
    text += fmt::format(" {} {} what was there before the write {} ago: nothing makes lanes of a warp wait for it.",
                        capital(lanes_text(order.late)), get(order.late), steps(number - order.missed));
  return text;
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
  return " No traced thread reads after it what another traced thread has written since the previous barrier.";
}

std::string who(const Steps& steps, std::size_t number) {
  const Event& event = *steps.at(number).event;
  const std::vector<std::size_t> strips = steps.strips_at(number);
  const bool several = std::ranges::any_of(strips, [&](std::size_t strip) { return steps.strips()[strip].block != event.block; });
  return capital((several ? fmt::format("block {}, ", event.block) : "") + (strips.size() > 1 ? fmt::format("warp {}, ", event.warp) : "") +
                 lanes_text(event.lanes));
}

/// Threads for which a barrier of the block does not wait.
std::string gone_text(const Step& step) {
  if (step.event->sync != "block") return {};
  int threads = 1;
  for (const int size : step.launch->block) threads *= size;
  const int gone = threads - step.event->of;
  return gone == 0 ? "" : fmt::format(" The block's other {} {} ended without it.", gone, gone == 1 ? "has" : "have");
}

std::uint32_t idle_lanes(const Steps& steps, std::size_t number) {
  std::uint32_t idle = 0;
  for (int lane = 0; lane < kLanes; ++lane)
    if (steps.lane_state(steps.at(number).strip, lane, number) == LaneState::idle) idle |= std::uint32_t{1} << lane;
  return idle;
}

std::string idle_text(const Steps& steps, std::size_t number) {
  const std::uint32_t idle = idle_lanes(steps, number);
  return idle == 0 ? "" : fmt::format(" {} {} idle.", capital(lanes_text(idle)), std::popcount(idle) == 1 ? "is" : "are");
}

/// A barrier in a branch.
std::string absent_text(const Steps& steps, std::size_t number) {
  const std::uint32_t absent = idle_lanes(steps, number);
  if (absent == 0) return {};
  return fmt::format(" {} of this warp {} not there.", capital(lanes_text(absent)), std::popcount(absent) == 1 ? "is" : "are");
}

std::string with_blanks(std::string words) {
  std::ranges::replace(words, '_', ' ');
  return words;
}

/// "line 24", with the file if it is not the kernel's.
std::string line_text(const Steps& steps, std::size_t number) {
  const Event& event = *steps.at(number).event;
  if (event.file < 0) return "line ?";
  const std::vector<Event>& events = steps.at(number).launch->events;
  const auto first = std::ranges::find_if(events, [](const Event& one) { return one.file >= 0; });
  if (event.file == first->file) return fmt::format("line {}", event.line);
  const std::string& name = steps.trace().files[static_cast<std::size_t>(event.file)].name;
  return fmt::format("line {} of {}", event.line, name.substr(name.rfind('/') + 1));
}

/// What a warp does after a step, up to the statement that it begins next; without one up to its end.
std::vector<const Event*> until_next_statement(const Steps& steps, std::size_t number) {
  const Step& step = steps.at(number);
  std::vector<const Event*> events;
  for (std::size_t next = number + 1; next <= steps.size() && steps.at(next).launch == step.launch; ++next) {
    if (steps.at(next).strip != step.strip) continue;
    events.push_back(steps.at(next).event);
    if (events.back()->kind == "step") break;
  }
  return events;
}

/// Whether the lanes of a step all go on to a next statement together.
bool stay_together(const Event& event, const std::vector<const Event*>& until_next) {
  const auto parts = [&](const Event* one) { return one->lanes != event.lanes || one->kind == "branch" || one->kind == "exit"; };
  return !until_next.empty() && until_next.back()->kind == "step" && std::ranges::none_of(until_next, parts);
}

bool touches_memory(const Event* event) { return event->is_access() || !event->out.empty(); }

/// Whether the trace would show writes to an array of that name.
bool is_traced(const Launch& launch, const std::string& array) {
  return std::ranges::find(launch.arrays, array, &Array::name) != launch.arrays.end();
}

/// If a condition holds for none of the lanes, the trace shows only that they go on elsewhere.
std::string skip_text(const Steps& steps, std::size_t number) {
  const Event& event = *steps.at(number).event;
  if (event.file < 0) return {};
  const auto condition = condition_on(steps.trace().files[static_cast<std::size_t>(event.file)].lines, event.line);
  if (!condition) return {};
  const std::vector<const Event*> until_next = until_next_statement(steps, number);
  if (!stay_together(event, until_next)) return {};
  const Event* const next = until_next.back();
  if (next->file != event.file) return {};
  const char* const what = condition->of_loop ? "The loop is over for them" : "The condition holds for none of them";
  if (condition->body == event.line) {
    const bool does_nothing = std::ranges::none_of(until_next, touches_memory) && is_traced(*steps.at(number).launch, condition->written);
    return next->line != event.line && does_nothing ? fmt::format(" {}.", what) : "";
  }
  if (next->line <= condition->body) return {};
  return fmt::format(" {}: on to line {}.", what, next->line);
}

/// Notes on what follows: a launch begins, or a warp is not full.
std::string beginning_text(const Steps& steps, std::size_t number) {
  const Step& step = steps.at(number);
  const std::vector<Launch>& launches = steps.trace().launches;
  const bool twice = std::ranges::any_of(launches, [](const Launch& launch) { return launch.order == "reversed"; });
  std::string text;
  if (number == step.begin + 1 && number > 1 && !twice)
    text += fmt::format(" Launch {} of {} has begun: {}.", step.launch - launches.data() + 1, launches.size(), step.launch->kernel);
  const Strip& strip = steps.strips()[step.strip];
  if (number == strip.begin + 1 && strip.threads < kLanes) text += fmt::format(" The warp has only {}.", plural(strip.threads, "thread"));
  return text;
}

/// The lanes that come to a barrier, how many threads are there, and which are not.
std::string arrival_text(const Steps& steps, std::size_t number, const std::string& lanes) {
  const Event& event = *steps.at(number).event;
  const bool one = std::popcount(event.lanes) == 1;
  if (event.arrived == event.of)
    return fmt::format("{} {} the barrier of the {} last: all {} are there.{}", lanes, one ? "reaches" : "reach", event.sync,
                       plural(event.of, "thread"), gone_text(steps.at(number)));
  return fmt::format("{} {} at the barrier of the {}: {} of {} threads are there.{}{}", lanes, one ? "waits" : "wait", event.sync,
                     event.arrived, event.of, gone_text(steps.at(number)), absent_text(steps, number));
}

std::string branch_text(const Event& event) {
  std::vector<std::string> ways;
  for (const std::uint32_t way : event.into) ways.push_back(lanes_text(way));
  return fmt::format(" diverge into {}.", fmt::join(ways, " and "));
}

std::string words_of(const Steps& steps, std::size_t number) {
  const Step& step = steps.at(number);
  const Event& event = *step.event;
  const bool one = std::popcount(event.lanes) == 1;
  const std::string lanes = who(steps, number), &kind = event.kind;
  const auto verb = [&](const char* of_many, const char* of_one) { return lanes + (one ? of_one : of_many); };
  if (kind == "step")
    return fmt::format("{} {}.{}", verb(" begin", " begins"), line_text(steps, number),
                       idle_text(steps, number) + skip_text(steps, number));
  if (kind == "load")
    return fmt::format("{} {}{}{}.{}{}", verb(" read", " reads"), touched_text(step), few_values_text(event), cost_text(event),
                       unset_text(event), order_text(step.order, number));
  if (kind == "store")
    return fmt::format("{} {}{}{}.", verb(" write", " writes"), touched_text(step), few_values_text(event), cost_text(event));
  if (kind == "atomic")
    return fmt::format("{}: atomic {} on {}{}{}.{}", lanes, with_blanks(event.operation), touched_text(step), change_text(event),
                       cost_text(event), order_text(step.order, number));
  if (kind == "exchange") return fmt::format("{}: {}.{}", lanes, event.name, exchange_text(event));
  if (kind == "arrive") return arrival_text(steps, number, lanes);
  if (kind == "barrier")
    return fmt::format("The barrier of the {} is complete: {} go{} on.{}", event.sync, plural(event.arrived, "thread"),
                       event.arrived == 1 ? "es" : "", crossing_text(step));
  if (kind == "branch") return lanes + branch_text(event);
  if (kind == "join") return lanes + " are together again.";
  if (kind == "fence") return fmt::format("{}: a memory fence ({}).", lanes, event.scope);
  if (kind == "exit") return verb(" end.", " ends.");
  return fmt::format("{}: {}.", lanes, kind);
}

}  // namespace

std::string sentence(const Steps& steps, std::size_t number) { return words_of(steps, number) + beginning_text(steps, number); }

}  // namespace lockstep::player
