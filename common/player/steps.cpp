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

/// Of a cell: who read it last, who wrote it last, and who in an earlier phase than those.
struct Touched {
  Met before{}, written{}, read{};
};

void add(std::vector<Cell>& cells, const Cell& cell) {
  if (std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
}

/// The accesses of those who wait at the same barriers: a block's, or a warp's.
class Scope {
 public:
  void meet(Step& step, bool of_warp) {
    const Event& event = *step.event;
    if (event.kind == "barrier" && (event.sync == "warp") == of_warp) barriers_.push_back(&step);
    if (!event.is_access()) return;
    const std::vector<int> lanes = lanes_of(event.lanes);
    for (std::size_t i = 0; i < lanes.size(); ++i)
      for (std::size_t scalar = 0; scalar < event.values[i].size(); ++scalar)
        touch(event, {event.arrays[i], event.indices[i] + static_cast<std::int64_t>(scalar)}, event.warp * kLanes + lanes[i]);
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
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Touch who{.strip = step.strip, .step = number, .lane = lanes[i]};
    if (event.kind == "exchange") state.lanes[{step.strip, lanes[i]}] = {{event.out[i]}, number};
    if (!event.is_access()) continue;
    state.lanes[{step.strip, lanes[i]}] = {event.values[i], number};
    for (std::size_t scalar = 0; scalar < event.values[i].size(); ++scalar) {
      KnownCell& cell = state.cells[{event.arrays[i], event.indices[i] + static_cast<std::int64_t>(scalar)}];
      cell.value = event.values[i][scalar];
      if (event.writes()) cell.writer = who;
      if (event.reads()) cell.reader = who;
    }
  }
}

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
