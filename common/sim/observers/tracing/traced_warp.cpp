/// @file
/// @brief Hands a lane's accesses to the steps in the order of its log.
#include "sim/observers/tracing/traced_warp.hpp"

#include <utility>

#include "sim/observers/counting/lanes.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kExit = (std::uint64_t{1} << 48) - 1;  // after all other marks

}  // namespace

TracedWarp::TracedWarp(std::size_t block, std::size_t warp, std::uint32_t lanes, TracedLaunch& launch)
    : block_(block), warp_(warp), launch_(launch) {
  reconvergence_.reset(lanes);
}

// A lane that never synchronizes would fill the memory. Each event is at least a step: the launch is full before a log that was cut ends.
bool TracedWarp::has_room(unsigned lane) { return lanes_[lane].events++ < launch_.limit; }

LaneAccess& TracedWarp::access(unsigned lane, const Access& access, std::uint64_t address, std::uint32_t bytes) {
  if (has_room(lane)) {
    Access part = access;
    part.address = address;
    part.bytes = bytes;
    log_.add_access(lane, part, bytes);
  }
  return lanes_[lane].accesses.emplace_back(LaneAccess{.address = address, .bytes = bytes});
}

void TracedWarp::block(unsigned lane, const void* pc) {
  if (has_room(lane)) log_.add_block(lane, pc);
}

void TracedWarp::call(unsigned lane, const void* caller) {
  if (has_room(lane)) log_.add_call(lane, caller);
}

void TracedWarp::leave(unsigned lane) {
  if (has_room(lane)) log_.add_leave(lane);
}

void TracedWarp::fence(unsigned lane, Scope scope, Site site) {
  if (!has_room(lane)) return;
  const std::uint64_t mark = std::uint64_t{site.line()} << 8 | static_cast<std::uint64_t>(scope);
  const auto [entry, fresh] = fences_.try_emplace(mark, step(StepKind::fence, 0));
  if (fresh) {
    entry->second.site = site;
    entry->second.scope = scope;
  }
  log_.add_mark(lane, mark);
}

void TracedWarp::exit(unsigned lane) {
  if (has_room(lane)) log_.add_mark(lane, kExit);
}

void TracedWarp::exchanged(unsigned lane, const LaneExchange& exchange) {
  if (lanes_[lane].exchange != nullptr) (*std::exchange(lanes_[lane].exchange, nullptr))[lane] = exchange;
}

TraceStep TracedWarp::waiting(StepKind kind, Sync what, std::uint32_t lanes) const {
  TraceStep waits = step(kind, lanes);
  waits.site = site_;
  waits.sync = what;
  return waits;
}

TraceStep TracedWarp::begin_sync(Sync what, std::uint32_t lanes) {
  if (what == Sync::warp_barrier) return waiting(StepKind::barrier, what, lanes);
  TraceStep exchange = waiting(StepKind::exchange, what, lanes);
  WarpExchanges& all = launch_.exchanges.emplace_back();
  exchange.exchange = &all;
  for_each_lane(lanes, [&](unsigned lane) { lanes_[lane].exchange = &all; });
  return exchange;
}

void TracedWarp::synchronize(Sync what, std::uint32_t lanes, bool all, ControlFlow& flow) {
  if (all) replay(flow);
  if (what == Sync::convergence) {  // being together is not something that lanes do
    if (!all) log_.add_sync(lanes);
    return;
  }
  if (all) return launch_.add(begin_sync(what, lanes));
  syncs_.emplace(log_.add_sync(lanes), begin_sync(what, lanes));
}

void TracedWarp::replay(ControlFlow& flow) {
  reconvergence_.replay(log_, flow, *this);
  log_.clear();
}

void TracedWarp::enter(const void* pc, std::uint32_t lanes) {
  TraceStep entered = step(StepKind::enter, lanes);
  entered.pc = pc;
  launch_.add(std::move(entered));
}

void TracedWarp::issue(const Access& which, const WarpAccess& access) {
  TraceStep issued = step(StepKind::access, access.lanes);
  issued.pc = which.pc;
  issued.access = which;
  for_each_lane(access.lanes, [&](unsigned lane) {
    issued.accesses.push_back(lanes_[lane].accesses.front());
    lanes_[lane].accesses.pop_front();
  });
  launch_.add(std::move(issued));
}

void TracedWarp::calls(const void* caller, std::uint32_t lanes) {
  TraceStep called = step(StepKind::call, lanes);
  called.pc = caller;
  launch_.add(std::move(called));
}

void TracedWarp::returns(std::uint32_t lanes) { launch_.add(step(StepKind::leave, lanes)); }

void TracedWarp::marked(std::uint64_t number, std::uint32_t lanes) {
  TraceStep mark = number == kExit ? step(StepKind::exit, 0) : fences_.at(number);
  mark.lanes = lanes;
  launch_.add(std::move(mark));
}

void TracedWarp::synchronized(std::uint64_t number, std::uint32_t) {
  const auto found = syncs_.find(number);
  if (found == syncs_.end()) return;
  launch_.add(std::move(found->second));
  syncs_.erase(found);
}

}  // namespace lockstep::sim
