/// @file
/// @brief Follows the cells of an array: which thread writes them, and what it had read before.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "lockstep/usage_error.hpp"
#include "player/drawing/wiring.hpp"
#include "player/naming.hpp"

namespace lockstep::player {
namespace {

using nlohmann::json;

constexpr std::int64_t kMostColumns = 32;

struct Thread {
  int block, warp, lane;

  friend auto operator<=>(const Thread&, const Thread&) = default;
};

/// What a thread writes to a cell.
struct CellWrite {
  Thread thread{};
  std::int64_t cell = 0;
  json value{};
  std::set<std::int64_t> sources{};  ///< cells that it had read for this
};

/// What threads write in one statement between the same two barriers: at once, or as if at once.
struct Round {
  std::size_t step;
  int file, line, barriers;
  std::vector<CellWrite> writes{};
};

// ---- Which array ------------------------------------------------------------------------------------------------------

struct Place {
  const Launch& launch;
  std::size_t array;
  std::size_t steps_before;  ///< the launch
};

std::string known_names(const Trace& trace) {
  std::vector<std::string> names;
  for (const Launch& launch : trace.launches)
    for (const Array& array : launch.arrays)
      if (std::ranges::find(names, array.name) == names.end()) names.push_back(array.name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

bool writes_to(const Event& event, std::size_t array) {
  return event.writes() && std::ranges::find(event.arrays, array) != event.arrays.end();
}

Place find_array(const Trace& trace, const std::string& name) {
  bool known = false;
  std::size_t steps = 0;
  for (const Launch& launch : trace.launches) {
    for (std::size_t array = 0; array < launch.arrays.size(); ++array) {
      if (launch.arrays[array].name != name) continue;
      known = true;
      if (std::ranges::any_of(launch.events, [&](const Event& event) { return writes_to(event, array); })) return {launch, array, steps};
    }
    steps += launch.events.size();
  }
  if (known) throw UsageError(fmt::format("--draw {}: no traced warp writes to it", name));
  throw UsageError(fmt::format("--draw {}: the trace has no such array; it has {}", name, known_names(trace)));
}

// ---- What is written in which round -----------------------------------------------------------------------------------

class Follower {
 public:
  explicit Follower(const Place& place) : place_(place) {
    for (std::size_t i = 0; i < place.launch.events.size(); ++i) follow(place.launch.events[i], place.steps_before + i + 1);
  }

  const std::vector<Round>& rounds() const { return rounds_; }
  const std::map<std::int64_t, json>& first_values() const { return first_; }
  const std::set<std::int64_t>& touched() const { return touched_; }

 private:
  void follow(const Event& event, std::size_t step) {
    if (event.kind == "barrier" && event.sync != "warp") ++barriers_[event.block];
    if (!event.is_access()) return;
    const std::vector<int> lanes = lanes_of(event.lanes);
    for (std::size_t i = 0; i < lanes.size(); ++i)
      if (event.arrays[i] == place_.array) access(event, step, i, {event.block, event.warp, lanes[i]});
  }

  void access(const Event& event, std::size_t step, std::size_t i, const Thread& thread) {
    for (std::size_t k = 0; event.reads() && k < event.values[i].size(); ++k)
      read(thread, event.indices[i] + static_cast<std::int64_t>(k), event.kind == "atomic" ? event.old[i] : event.values[i][k]);
    if (!event.writes()) return;
    const std::size_t earliest = next_round_[thread];  // the scalars of one access are written in one round
    for (std::size_t k = 0; k < event.values[i].size(); ++k)
      write(event, step, earliest, {thread, event.indices[i] + static_cast<std::int64_t>(k), event.values[i][k], read_[thread]});
    read_.erase(thread);
  }

  void read(const Thread& thread, std::int64_t cell, const json& value) {
    touched_.insert(cell);
    read_[thread].insert(cell);
    if (!last_.contains(cell) && value != "unset") first_.try_emplace(cell, value);
  }

  void write(const Event& event, std::size_t step, std::size_t earliest, CellWrite made) {
    std::size_t at = earliest;
    for (const std::int64_t source : made.sources)
      if (source != made.cell && last_.contains(source)) at = std::max(at, last_[source] + 1);
    if (last_.contains(made.cell)) at = std::max(at, last_[made.cell] + (event.kind == "atomic" ? 0 : 1));  // atomics meet at a cell
    const int barriers = barriers_[event.block];
    const auto ours = [&](const Round& round) {
      return round.file == event.file && round.line == event.line && round.barriers == barriers;
    };
    while (at < rounds_.size() && !ours(rounds_[at])) ++at;
    if (at == rounds_.size()) rounds_.push_back({step, event.file, event.line, barriers});
    touched_.insert(made.cell);
    last_[made.cell] = at;
    next_round_[made.thread] = at + 1;
    rounds_[at].writes.push_back(std::move(made));
  }

  Place place_;
  std::vector<Round> rounds_;
  std::map<int, int> barriers_;                    ///< of each block, so far
  std::map<Thread, std::set<std::int64_t>> read_;  ///< since the thread's last write
  std::map<Thread, std::size_t> next_round_;       ///< the first in which it may write again
  std::map<std::int64_t, std::size_t> last_;       ///< the round that wrote to a cell
  std::map<std::int64_t, json> first_;             ///< what cells held before
  std::set<std::int64_t> touched_;
};

// ---- Rounds as rows ---------------------------------------------------------------------------------------------------

/// All cells of a small array; only the touched cells of a larger one.
class ArrayColumns {
 public:
  ArrayColumns(const Array& array, const std::set<std::int64_t>& touched) : first_(*touched.begin()), last_(*touched.rbegin()) {
    std::int64_t size = array.components;
    for (const std::int64_t extent : array.shape) size = std::min(size, kMostColumns + 1) * std::min(extent, kMostColumns + 1);
    if (!array.shape.empty() && size <= kMostColumns) {
      first_ = std::min(first_, std::int64_t{0});
      last_ = std::max(last_, size - 1);
    }
    if (count() > kMostColumns)
      throw UsageError(fmt::format("--draw {}: {} elements do not fit (at most {} do); trace a small run, such as --size 8 --block 8",
                                   array.name, count(), kMostColumns));
    for (std::int64_t cell = first_; cell <= last_; ++cell) columns_.push_back({head(array, cell), cell_name(array, cell)});
  }

  const std::vector<WiredColumn>& all() const { return columns_; }
  std::size_t of(std::int64_t cell) const { return static_cast<std::size_t>(cell - first_); }

 private:
  std::int64_t count() const { return last_ - first_ + 1; }

  /// "3"; of a tile "0,3".
  static std::string head(const Array& array, std::int64_t cell) {
    std::string text = cell_name(array, cell).substr(array.name.size() + 1);
    for (std::size_t between = text.find("]["); between != text.npos; between = text.find("][")) text.replace(between, 2, ",");
    std::erase(text, ']');
    return text;
  }

  std::int64_t first_, last_;
  std::vector<WiredColumn> columns_;
};

WiredRow row_of(const Round& round, const WiredRow& above, const ArrayColumns& columns) {
  WiredRow row{.label = round.line > 0 ? fmt::format("line {}", round.line) : "",
               .step = fmt::format("step {}", round.step),
               .values = above.values};
  std::map<std::size_t, int> writers;
  for (const CellWrite& write : round.writes) {
    const std::size_t to = columns.of(write.cell);
    row.values[to] = write.value;
    row.active.insert(to);
    row.writers[to] =
        ++writers[to] == 1 ? fmt::format("{}", write.thread.warp * kLanes + write.thread.lane) : fmt::format("{}×", writers[to]);
    for (const std::int64_t source : write.sources) row.wires.insert({columns.of(source), to});
  }
  return row;
}

}  // namespace

Wiring array_wiring(const Trace& trace, const std::string& name) {
  const Place place = find_array(trace, name);
  const Follower follower(place);
  const ArrayColumns columns(place.launch.arrays[place.array], follower.touched());
  Wiring wiring{.title = wiring_title(name, place.launch), .axis = "index", .columns = columns.all()};
  WiredRow before{.label = "before", .values = std::vector<std::optional<json>>(columns.all().size())};
  for (const auto& [cell, value] : follower.first_values()) before.values[columns.of(cell)] = value;
  if (!follower.first_values().empty()) wiring.rows.push_back(before);
  int barriers = follower.rounds().front().barriers;
  for (const Round& round : follower.rounds()) {
    WiredRow row = row_of(round, wiring.rows.empty() ? before : wiring.rows.back(), columns);
    row.behind_barrier = std::exchange(barriers, round.barriers) < round.barriers;
    wiring.rows.push_back(std::move(row));
  }
  return wiring;
}

std::string wiring_title(const std::string& what, const Launch& launch) {
  return fmt::format("{} in {}{}{}", what, launch.kernel, launch.version.empty() ? "" : ", ", launch.version);
}

}  // namespace lockstep::player
