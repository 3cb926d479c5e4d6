/// @file
/// @brief Replays the lanes' logs, the group that is furthest behind first.
#include "sim/observers/counting/reconvergence.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/engine/program/address_arithmetic.hpp"

namespace lockstep::sim {

namespace {

unsigned first_of(std::uint32_t lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }

}  // namespace

void Reconvergence::reset(std::uint32_t lanes) {
  groups_.clear();
  waiting_.clear();
  groups_.push_back({lanes, std::vector<Frame>(1)});
}

const Reconvergence::Event& Reconvergence::next_of(std::uint32_t lanes) const { return *next_[first_of(lanes)]; }

// Those of the lanes that do the same next as the first of them.
std::uint32_t Reconvergence::same_next(std::uint32_t lanes) const {
  const std::uint64_t key = next_of(lanes).key;
  std::uint32_t same = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    if (next_[first_of(rest)]->key == key) same |= rest & (~rest + 1);
  return same;
}

void Reconvergence::pass(std::uint32_t lanes) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) ++next_[first_of(rest)];
}

// Earlier iterations come before later ones, and blocks in the order of the control flow.
int Reconvergence::order(const Frame& a, const Frame& b, ControlFlow& flow) {
  for (std::size_t i = 0; i < a.turns.size() && i < b.turns.size() && a.turns[i].head == b.turns[i].head; ++i)
    if (a.turns[i].count != b.turns[i].count) return a.turns[i].count < b.turns[i].count ? -1 : 1;
  if (a.block == b.block) return 0;
  if (a.block == ControlFlow::kOutside || b.block == ControlFlow::kOutside) return a.block == ControlFlow::kOutside ? -1 : 1;
  return flow.place(a.block).order < flow.place(b.block).order ? -1 : 1;
}

// Call by call, and within a block by address: there the machine code is in the order of execution.
int Reconvergence::order(const Group& a, const Group& b, ControlFlow& flow) const {
  const std::uint64_t next_a = next_of(a.lanes).key, next_b = next_of(b.lanes).key;
  for (std::size_t i = 0;; ++i) {
    if (const int which = order(a.frames[i], b.frames[i], flow); which != 0) return which;
    const bool last_a = i + 1 == a.frames.size(), last_b = i + 1 == b.frames.size();
    const bool enters_a = last_a && step_of(next_a) == LaneStep::block;
    const bool enters_b = last_b && step_of(next_b) == LaneStep::block;
    if (enters_a != enters_b) return enters_a ? -1 : 1;
    const std::uintptr_t at_a = last_a ? address_of(next_a) : a.frames[i].called_from;
    const std::uintptr_t at_b = last_b ? address_of(next_b) : b.frames[i].called_from;
    if (at_a != at_b) return at_a < at_b ? -1 : 1;
    if (last_a != last_b) return last_a ? -1 : 1;  // about to call is behind who is in the call
    if (last_a) return next_a == next_b ? 0 : next_a < next_b ? -1 : 1;
  }
}

// A loop's count goes up where its head is reached from inside of it.
void Reconvergence::go_to(Frame& frame, std::uintptr_t block, ControlFlow& flow) {
  const std::vector<std::uintptr_t>& loops = flow.place(block).loops;
  std::size_t same = 0;
  while (same < loops.size() && same < frame.turns.size() && frame.turns[same].head == loops[same]) ++same;
  frame.turns.resize(same);
  if (same != 0 && loops[same - 1] == block) ++frame.turns.back().count;
  while (frame.turns.size() < loops.size()) frame.turns.push_back({loops[frame.turns.size()], 0});
  frame.block = block;
}

// The ways that the group's lanes will go. Where they go together it is enough to learn while they do.
void Reconvergence::learn(const Group& group, ControlFlow& flow) const {
  std::vector<std::uintptr_t> blocks;
  for (std::uint32_t rest = group.lanes; rest != 0; rest &= rest - 1) {
    blocks.clear();
    for (const Frame& frame : group.frames) blocks.push_back(frame.block);
    for (const Event* event = next_[first_of(rest)]; event->key != 0; ++event) {
      const auto step = step_of(event->key);
      if (step == LaneStep::block) flow.learn(std::exchange(blocks.back(), address_of(event->key)), address_of(event->key));
      if (step == LaneStep::call) blocks.push_back(ControlFlow::kOutside);
      if (step == LaneStep::leave) blocks.pop_back();
    }
  }
}

// While the warp was one group, nobody had to know how often it went round its loops.
void Reconvergence::start_counting(Group& group, ControlFlow& flow) {
  for (Frame& frame : group.frames) {
    frame.turns.clear();
    if (frame.block == ControlFlow::kOutside) continue;
    for (const std::uintptr_t head : flow.place(frame.block).loops) frame.turns.push_back({head, 0});
  }
}

// Who enters a block counts as being there.
void Reconvergence::place(Group group, ControlFlow& flow) {
  const std::uint64_t key = next_of(group.lanes).key;
  const auto step = step_of(key);
  if (step == LaneStep::block) go_to(group.frames.back(), address_of(key), flow);
  if (step == LaneStep::sync || step == LaneStep::none) {
    waiting_.push_back(std::move(group));
  } else {
    line_up(std::move(group), flow);
  }
}

// Puts a group among those that can go on, the one that is furthest behind last; or takes it into one at the same place.
void Reconvergence::line_up(Group group, ControlFlow& flow) {
  const auto is_ahead = [&](const Group& other, const Group& mine) { return order(other, mine, flow) > 0; };
  const auto at = std::lower_bound(groups_.begin(), groups_.end(), group, is_ahead);
  if (at != groups_.end() && order(*at, group, flow) == 0) {
    at->lanes |= group.lanes;
  } else {
    groups_.insert(at, std::move(group));
  }
}

// Makes groups of lanes that do the same next.
void Reconvergence::part(Group group, ControlFlow& flow) {
  for (std::uint32_t same = same_next(group.lanes); same != group.lanes; same = same_next(group.lanes)) {
    Group one = group;
    one.lanes = same;
    group.lanes &= ~same;
    place(std::move(one), flow);
  }
  place(std::move(group), flow);
}

// Lets a group that is alone go on until it parts or waits.
void Reconvergence::run(ControlFlow& flow, WarpSink& sink) {
  Group group = std::move(groups_.back());
  groups_.pop_back();
  for (;;) {
    const std::uint64_t key = next_of(group.lanes).key;
    const auto step = step_of(key);
    const bool together = same_next(group.lanes) == group.lanes;
    if (!together) {
      learn(group, flow);
      start_counting(group, flow);
    }
    if (!together || step == LaneStep::sync || step == LaneStep::none) return part(std::move(group), flow);
    if (step == LaneStep::block) flow.learn(std::exchange(group.frames.back().block, address_of(key)), address_of(key));
    advance(group, sink);
  }
}

// Does what the group does next, other than an access.
void Reconvergence::perform(Group& group, LaneKey key, WarpSink& sink) {
  switch (step_of(key)) {
    case LaneStep::block:
      sink.enter(reinterpret_cast<const void*>(address_of(key)), group.lanes);
      break;
    case LaneStep::call:
      sink.calls(reinterpret_cast<const void*>(address_of(key)), group.lanes);
      group.frames.back().called_from = address_of(key);
      group.frames.emplace_back();
      break;
    case LaneStep::leave:
      sink.returns(group.lanes);
      group.frames.pop_back();
      break;
    case LaneStep::mark:
      sink.marked(address_of(key), group.lanes);
      break;
    case LaneStep::access:
    case LaneStep::sync:
    case LaneStep::none:
      break;
  }
}

void Reconvergence::issue(std::uint32_t lanes, LaneKey key, WarpSink& sink) const {
  WarpAccess access{.lanes = lanes, .bytes = bytes_of(key)};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) access.address[first_of(rest)] = next_[first_of(rest)]->address;
  sink.issue(access_of(key, access.address[first_of(lanes)]), access);
}

void Reconvergence::advance(Group& group, WarpSink& sink) {
  const LaneKey key = next_of(group.lanes).key;
  if (step_of(key) == LaneStep::access) {
    issue(group.lanes, key, sink);
  } else {
    perform(group, key, sink);
  }
  pass(group.lanes);
}

// The columns that all lanes went through, if the warp is one group. @return how many
std::size_t Reconvergence::replay_together(const WarpLog& log, ControlFlow& flow, WarpSink& sink) {
  if (groups_.size() != 1) return 0;
  Group* const group = &groups_.front();
  const std::span<const WarpLog::Column> columns = log.columns();
  std::size_t common = columns.size();
  for (std::uint32_t rest = group->lanes; rest != 0; rest &= rest - 1) common = std::min(common, log.passed(first_of(rest)));
  WarpAccess access{.lanes = group->lanes};
  for (std::size_t at = 0; at < common; ++at) {
    const WarpLog::Column& column = columns[at];
    const LaneKey key = WarpLog::key_of(column);
    const LaneStep step = step_of(key);
    if (step == LaneStep::sync) {
      if (log.addresses(column)[first_of(group->lanes)] != group->lanes) return at;
      sink.synchronized(address_of(key), group->lanes);
      continue;
    }
    if (step == LaneStep::access) {
      if (!column.is_scattered() && sink.issue_column(log, column, group->lanes)) continue;
      access.bytes = bytes_of(key);
      access.address = log.addresses(column);
      access.is_line = log.is_line(column);
      access.stride = static_cast<std::int64_t>(access.address[1] - access.address[0]);
      sink.issue(access_of(key, access.address[first_of(group->lanes)]), access);
      continue;
    }
    if (step == LaneStep::block) flow.learn(std::exchange(group->frames.back().block, address_of(key)), address_of(key));
    perform(*group, key, sink);
  }
  return common;
}

// Gives each lane a log of what it did after these columns.
void Reconvergence::unfold(const WarpLog& log, std::size_t done) {
  std::array<std::size_t, 32> passed;
  for (unsigned i = 0; i < rest_.size(); ++i) {
    passed[i] = log.passed(i);
    rest_[i].clear();
  }
  for (std::size_t at = done; at < log.columns().size(); ++at) {
    const WarpLog::Column& column = log.columns()[at];
    const WarpLog::Addresses addresses = log.addresses(column);
    for (unsigned i = 0; i < rest_.size(); ++i)
      if (at < passed[i]) rest_[i].push_back({WarpLog::key_of(column), addresses[i]});
  }
  for (unsigned i = 0; i < rest_.size(); ++i) {
    std::vector<Event>& rest = rest_[i];
    rest.insert(rest.end(), log.own(i).begin(), log.own(i).end());
    rest.emplace_back();  // ends it
    next_[i] = rest.data();
  }
}

// Lets the lanes of a synchronization go on once all of them are there.
bool Reconvergence::pass_sync(ControlFlow& flow, WarpSink& sink) {
  for (const Group& group : waiting_) {
    const Event event = next_of(group.lanes);
    if (step_of(event.key) != LaneStep::sync) continue;
    std::uint32_t there = 0;
    for (const Group& other : waiting_)
      if (next_of(other.lanes).key == event.key) there |= other.lanes;
    if (there != static_cast<std::uint32_t>(event.address)) continue;
    std::vector<Group> arrived;
    std::erase_if(waiting_, [&](Group& other) {
      if ((other.lanes & there) == 0) return false;
      arrived.push_back(std::move(other));
      return true;
    });
    sink.synchronized(address_of(event.key), there);
    pass(there);
    for (Group& other : arrived) part(std::move(other), flow);
    return true;
  }
  return false;
}

// Lanes that came to the synchronisation point together, or by ways that join before it, go on as one group.
void Reconvergence::settle(ControlFlow& flow) {
  for (Group& group : std::exchange(waiting_, {})) {
    const auto same = std::find_if(groups_.begin(), groups_.end(), [&](const Group& other) { return order(group, other, flow) == 0; });
    if (same == groups_.end()) {
      groups_.push_back(std::move(group));
    } else {
      same->lanes |= group.lanes;
    }
  }
}

void Reconvergence::replay(const WarpLog& log, ControlFlow& flow, WarpSink& sink) {
  const std::size_t done = replay_together(log, flow, sink);
  if (done == log.columns().size() && log.alone() == 0) return;
  unfold(log, done);
  if (groups_.size() > 1) {
    for (const Group& old : groups_) learn(old, flow);
    for (Group& old : std::exchange(groups_, {})) part(std::move(old), flow);
  }
  while (!groups_.empty() || pass_sync(flow, sink)) {
    if (groups_.empty()) continue;  // the lanes that passed one synchronisation wait at the next
    if (groups_.size() == 1 && waiting_.empty()) {
      run(flow, sink);
      continue;
    }
    Group group = std::move(groups_.back());
    groups_.pop_back();
    advance(group, sink);
    part(std::move(group), flow);
  }
  settle(flow);
}

}  // namespace lockstep::sim
