/// @file
/// @brief Follows lanes and memory through a trace.
#include "player/steps.hpp"

#include <algorithm>

namespace lockstep::player {
namespace {

int threads_of(const Launch& launch, int warp) {
  int threads = 1;
  for (const int size : launch.block) threads *= size;
  return std::clamp(threads - warp * kLanes, 1, kLanes);
}

/// Threads that touched a cell in one phase, which is what lies between two barriers.
struct Met {
  int phase = -1;
  std::set<int> by{};
  bool atomic = true;  ///< by atomics alone

  bool has_other(int thread) const {
    return std::ranges::any_of(by, [&](int other) { return other != thread; });
  }
};

/// The last readers and writers of a cell, and those of an earlier phase.
struct Touched {
  Met before{}, written{}, read{};
};

void add(std::vector<Cell>& cells, const Cell& cell) {
  if (std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
}

/// Calls with each scalar that a step touches: the cell, the lane, the value.
template <class Visit>
void for_scalars(const Event& event, const Visit& visit) {
  if (!event.is_access()) return;
  const std::vector<int> lanes = lanes_of(event.lanes);
  for (std::size_t i = 0; i < lanes.size(); ++i)
    for (std::size_t scalar = 0; scalar < event.values[i].size(); ++scalar)
      visit(Cell{event.arrays[i], event.indices[i] + static_cast<std::int64_t>(scalar)}, lanes[i], event.values[i][scalar]);
}

/// The accesses of threads that wait at the same barriers: a block's, or a warp's.
class Scope {
 public:
  void meet(Step& step, bool of_warp) {
    const Event& event = *step.event;
    if (event.kind == "barrier" && (event.sync == "warp") == of_warp) barriers_.push_back(&step);
    for_scalars(event, [&](const Cell& cell, int lane, const nlohmann::json&) { touch(event, cell, event.warp * kLanes + lane); });
  }

 private:
  int phase() const { return static_cast<int>(barriers_.size()); }

  /// The barrier of a number ends the phase of that number. Null where the threads need none.
  Step* barrier_between(const Met& past, int thread) const {
    return past.phase >= 0 && past.phase < phase() && past.has_other(thread) ? barriers_[static_cast<std::size_t>(past.phase)] : nullptr;
  }

  // Atomics hand on what a cell held when their phase began.
  void touch(const Event& event, const Cell& cell, int thread) {
    Touched& met = cells_[cell];
    if (event.reads()) {
      const Met& source = met.written.phase == phase() && met.written.atomic ? met.before : met.written;
      if (Step* const barrier = barrier_between(source, thread)) add(barrier->crossing.read, cell);
      if (met.read.phase != phase()) met.read = {phase()};
    }
    if (event.writes()) {
      if (Step* const barrier = barrier_between(met.read, thread)) add(barrier->crossing.overwritten, cell);
      if (met.written.phase != phase()) met.before = std::exchange(met.written, {phase()});
      met.written.by.insert(thread);
      met.written.atomic = met.written.atomic && event.reads();
    }
    if (event.reads()) met.read.by.insert(thread);
  }

  std::vector<Step*> barriers_;
  std::map<Cell, Touched> cells_;
};

/// The lanes that a barrier lets go on.
std::uint32_t released(const Event& event, const Strip& strip, bool ours, std::uint32_t waiting) {
  if (event.kind != "barrier") return 0;
  if (event.sync == "warp") return ours ? event.lanes : 0;
  return event.sync != "block" || strip.block == event.block ? waiting : 0;
}

void apply(const Step& step, std::size_t number, State& state) {
  const Event& event = *step.event;
  const std::vector<int> lanes = lanes_of(event.lanes);
  for (std::size_t i = 0; i < event.out.size(); ++i) state.lanes[{step.strip, lanes[i]}] = {{event.out[i]}, number};
  for (std::size_t i = 0; i < event.values.size(); ++i) state.lanes[{step.strip, lanes[i]}] = {event.values[i], number};
  for_scalars(event, [&](const Cell& cell, int lane, const nlohmann::json& value) {
    KnownCell& known = state.cells[cell];
    known.value = value;
    if (event.writes()) known.writer = {.strip = step.strip, .step = number, .lane = lane};
    if (event.reads()) known.reader = {.strip = step.strip, .step = number, .lane = lane};
  });
}

/// What a lane reads from a cell, or writes to it.
struct Told {
  std::size_t number, strip;
  int lane;
  nlohmann::json value;
};

bool is_of_same_warp(const Told& one, const Told& other) { return one.strip == other.strip && one.lane != other.lane; }

/// All accesses to one cell, in order.
class CellHistory {
 public:
  void add(const Told& access, bool writes) { (writes ? writes_ : reads_).push_back(access); }

  /// The next step after a read that writes, if another lane of the warp writes there what was read; otherwise 0.
  std::size_t early_write(const Told& read) const {
    auto next = std::ranges::upper_bound(writes_, read.number, {}, &Told::number);
    const std::size_t number = next == writes_.end() ? 0 : next->number;
    for (; next != writes_.end() && next->number == number; ++next)
      if (is_of_same_warp(*next, read) && next->value == read.value) return number;
    return 0;
  }

  /// The last step before a read that wrote, if that was another lane of the warp, and what was read is older; otherwise 0.
  std::size_t missed_write(const Told& read) const {
    const auto next = std::ranges::lower_bound(writes_, read.number, {}, &Told::number);
    if (next == writes_.begin()) return 0;
    const Told& last = *std::prev(next);
    const auto held_it = [&](const Told& one) { return one.number < last.number && one.value == read.value; };
    if (!is_of_same_warp(last, read)) return 0;
    const bool knew = std::ranges::any_of(reads_, held_it) || std::ranges::any_of(writes_, held_it);
    return knew || known_before(last.number) == nullptr ? last.number : 0;
  }

  /// What the cell held for the readers of a step, if any lane has seen it.
  const Told* known_before(std::size_t number) const {
    const Told *write = before(writes_, number), *read = before(reads_, number);
    if (write == nullptr || read == nullptr) return write == nullptr ? read : write;
    return write->number > read->number ? write : read;
  }

 private:
  static const Told* before(const std::vector<Told>& accesses, std::size_t number) {
    const auto next = std::ranges::lower_bound(accesses, number, {}, &Told::number);
    return next == accesses.begin() ? nullptr : &*std::prev(next);
  }
  std::vector<Told> reads_, writes_;
};

}  // namespace

Steps::Steps(const Trace& trace) : trace_(trace) {
  for (const Launch& launch : trace.launches) add_launch(launch);
  trace_lanes();
}

void Steps::add_launch(const Launch& launch) {
  const std::size_t begin = steps_.size();
  std::map<std::pair<int, int>, std::size_t> strips;
  for (const Event& event : launch.events) {
    const auto [strip, is_new] = strips.try_emplace({event.block, event.warp}, strips_.size());
    if (is_new)
      strips_.push_back(
          {.launch = &launch, .block = event.block, .warp = event.warp, .threads = threads_of(launch, event.warp), .begin = steps_.size()});
    steps_.push_back({.launch = &launch, .event = &event, .strip = strip->second, .begin = begin});
  }
  for (const Hazard& hazard : launch.hazards)
    for (const std::size_t event : hazard.events) steps_[begin + event].hazards.push_back(&hazard);
  find_crossings(begin);
  find_own_order(begin);
}

void Steps::find_crossings(std::size_t begin) {
  std::map<int, Scope> blocks;
  std::map<std::pair<int, int>, Scope> warps;
  for (std::size_t i = begin; i < steps_.size(); ++i) {
    const Event& event = *steps_[i].event;
    blocks[event.block].meet(steps_[i], false);
    warps[{event.block, event.warp}].meet(steps_[i], true);
  }
}

// A value that differs from what the cell held proves nothing: an untraced warp may have written it.
void Steps::find_own_order(std::size_t begin) {
  std::map<Cell, CellHistory> cells;
  const auto told = [&](std::size_t i, int lane, const nlohmann::json& value) { return Told{i + 1, steps_[i].strip, lane, value}; };
  for (std::size_t i = begin; i < steps_.size(); ++i)
    for_scalars(*steps_[i].event, [&](const Cell& cell, int lane, const nlohmann::json& value) {
      cells[cell].add(told(i, lane, value), steps_[i].event->writes());
    });
  for (std::size_t i = begin; i < steps_.size(); ++i) {
    if (!steps_[i].event->reads() || steps_[i].event->writes()) continue;
    OwnOrder& order = steps_[i].order;
    std::map<Cell, nlohmann::json> first;
    for_scalars(*steps_[i].event, [&](const Cell& cell, int lane, const nlohmann::json& value) {
      const Told* const known = cells[cell].known_before(i + 1);
      if (value == (known != nullptr ? known->value : first.try_emplace(cell, value).first->second)) return;
      const Told read = told(i, lane, value);
      if (const std::size_t step = cells[cell].early_write(read); step != 0) {
        order.early |= std::uint32_t{1} << lane;
        order.written = step;
      } else if (const std::size_t missed = cells[cell].missed_write(read); missed != 0) {
        order.late |= std::uint32_t{1} << lane;
        order.missed = missed;
      }
    });
  }
}

void Steps::trace_lanes() {
  for (std::size_t number = 0; number < strips_.size(); ++number) {
    const Strip& strip = strips_[number];
    LaneMasks now;
    std::vector<LaneMasks>& masks = masks_.emplace_back();
    for (std::size_t i = strip.begin; i < steps_.size() && steps_[i].launch == strip.launch; ++i) {
      const Event& event = *steps_[i].event;
      const bool ours = steps_[i].strip == number;
      if (event.kind == "arrive" && ours) now.waiting |= event.lanes;
      if (event.kind == "exit" && ours) now.ended |= event.lanes;
      const std::uint32_t gone = released(event, strip, ours, now.waiting);
      now.waiting &= ~gone;
      now.active = ours ? event.lanes : gone;
      masks.push_back(now);
    }
  }
}

std::vector<std::size_t> Steps::strips_at(std::size_t number) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < strips_.size(); ++i)
    if (strips_[i].launch == at(number).launch) found.push_back(i);
  std::ranges::sort(found, {}, [&](std::size_t i) { return std::pair(strips_[i].block, strips_[i].warp); });
  return found;
}

LaneState Steps::lane_state(std::size_t strip, int lane, std::size_t number) const {
  if (lane >= strips_[strip].threads) return LaneState::absent;
  if (number <= strips_[strip].begin) return LaneState::paused;
  const LaneMasks& masks = masks_[strip].at(number - 1 - strips_[strip].begin);
  const auto is_in = [&](std::uint32_t mask) { return (mask >> lane & 1) != 0; };
  if (is_in(masks.ended)) return LaneState::ended;
  if (is_in(masks.waiting)) return LaneState::waiting;
  if (is_in(masks.active)) return LaneState::active;
  return at(number).strip == strip ? LaneState::idle : LaneState::paused;
}

State Steps::state_at(std::size_t number) const {
  State state;
  for (std::size_t i = at(number).begin; i < number; ++i) apply(steps_[i], i + 1, state);
  return state;
}

}  // namespace lockstep::player
