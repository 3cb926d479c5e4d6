/// @file
/// @brief The host's side of StreamRaces: memory that host code touches without having waited for the operations that touch it too.
///
/// Host code may wait in ways of its own: it reads a flag until a kernel has set it. Volatile and atomic accesses are made for that, and
/// are not a mistake. Nor is a plain read that turns out to be repeated until the value changes.
#include <algorithm>
#include <cstring>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/observers/streams/stream_races.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kSegmentIds = std::uint64_t{1} << 63;  // operations count from 1
constexpr std::size_t kMostReads = 65'536;                     // beyond so many places a program does not poll
constexpr std::uint32_t kWidestFlag = sizeof(std::uint64_t);

bool is_plain(const Access& access) { return access.kind == AccessKind::load || access.kind == AccessKind::store; }

std::uint64_t value_of(const Access& access) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(access.address), std::min(access.bytes, kWidestFlag));
  return value;
}

template <class Visit>
void each_piece_of(const Access& access, Visit&& visit) {
  Footprints::each_piece(access.address, access.bytes, visit);
}

}  // namespace

void StreamRaces::host_waits(const std::vector<std::uint64_t>& ids) {
  if (std::ranges::all_of(ids, [&](std::uint64_t id) { return order_.known_to_host(id); })) return;
  hear_changes();
  order_.host_waits(ids);
  report_suspects([&](const Suspect& suspect) { return order_.known_to_host(suspect.operation); });
  forget_reads();
  listen_to_host();
}

void StreamRaces::host_waits_for_all() {
  hear_changes();
  order_.host_waits_for_all();
  finish();
  forget_reads();
  listen_to_host();
}

// Nothing that host code touches can meet an operation that it has waited for.
void StreamRaces::listen_to_host() const { any_host_listener = in_host_function_ || !order_.all_known_to_host(); }

void StreamRaces::forget_reads() {
  segment_ = nullptr;
  reads_.clear();
  polls_.clear();
}

void StreamRaces::finish() {
  report_suspects([](const Suspect&) { return true; });
}

void StreamRaces::report_suspects(const std::function<bool(const Suspect&)>& is_sure) {
  std::erase_if(suspects_, [&](const Suspect& suspect) {
    if (!is_sure(suspect)) return false;
    log(suspect.report);
    return true;
  });
}

void StreamRaces::host_access(const Access& access) {
  if (in_host_function_) {
    if (running_ == nullptr || !is_plain(access)) return;
    const Touch mine{access.writes() ? Way::write : Way::read, access.pc};
    return each_piece_of(access, [&](std::uintptr_t at, std::size_t first, std::size_t end) { touch(at, first, end, mine); });
  }
  hear_changes();
  if (order_.all_known_to_host()) return;
  if (!is_plain(access)) {
    if (access.writes()) set_flag(access);
    if (access.kind == AccessKind::volatile_store) return;
    hear(access);
    return expect_change(access);
  }
  if (access.writes()) {
    reads_.erase(reads_.lower_bound({access.address, nullptr}), reads_.lower_bound({access.address + access.bytes, nullptr}));
  } else if (repeats(access)) {
    return;
  }
  touch_as_host(access);
}

// Nothing orders it among what has run meanwhile; but where it is one of many, it may have been the last.
void StreamRaces::host_has_read(const Access& access) {
  if (access.bytes > kWidestFlag) return;
  if (!is_plain(access) || reads_.contains({access.address, access.pc})) {
    hear(access);
  } else if (reads_.size() < kMostReads) {
    reads_[{access.address, access.pc}] = ~value_of(access);
  }
}

// A read that was there before, since the last event: a poll, which tells nothing until it finds another value.
bool StreamRaces::repeats(const Access& access) {
  if (access.bytes > kWidestFlag) return false;
  const auto known = reads_.find({access.address, access.pc});
  const std::uint64_t value = value_of(access);
  if (known == reads_.end()) {
    if (reads_.size() < kMostReads) reads_[{access.address, access.pc}] = value;
    return false;
  }
  if (std::exchange(known->second, value) != value) hear(access);
  expect_change(access);
  return true;
}

// The read is announced before it happens, and work may run in between.
void StreamRaces::expect_change(const Access& access) {
  constexpr std::size_t kMost = 64;
  const auto known =
      std::ranges::find_if(polls_, [&](const Poll& poll) { return poll.access.pc == access.pc && poll.access.address == access.address; });
  if (known != polls_.end()) {
    known->value = value_of(access);
  } else if (polls_.size() < kMost) {
    polls_.push_back({access, value_of(access)});
  }
}

void StreamRaces::hear_changes() {
  for (Poll& poll : polls_)
    if (const std::uint64_t value = value_of(poll.access); std::exchange(poll.value, value) != value) hear(poll.access);
}

// Host code reads what an operation wrote, and so knows that this came first, and all that came before it.
void StreamRaces::hear(const Access& access) {
  std::vector<std::uint64_t> told;
  each_piece_of(access, [&](std::uintptr_t at, std::size_t first, std::size_t end) {
    for (const Track& track : footprints_.page_of(at))
      if (track.trace->work != Work::host_code && writes(track.way) && track.find(first, end) != end) told.push_back(track.trace->id);
  });
  if (told.empty()) return;
  order_.host_waits(told);
  listen_to_host();
  segment_ = nullptr;
  std::erase_if(suspects_, [&](const Suspect& suspect) { return suspect.read_at == access.pc; });
}

void StreamRaces::touch_as_host(const Access& access) {
  const Touch mine{access.writes() ? Way::write : Way::read, access.pc};
  each_piece_of(access, [&](std::uintptr_t at, std::size_t first, std::size_t end) {
    Footprints::Page& page = footprints_.page_of(at);
    for (const Track& other : page) {
      if (other.trace->work == Work::host_code || other.trace->work == Work::host_function) continue;
      const std::size_t byte = other.find(first, end);
      if (byte == end || order_.known_to_host(other.trace->id)) continue;
      if (conflicts_with_host(mine.way, other.way)) {
        meet_as_host(other, at, byte, mine);
      } else if (mine.way == Way::read && other.way == Way::telling_write) {
        hear(access);
      }
    }
    if (!queue().waiting().empty()) keep(footprints_.track(page, at, host_segment(), mine.way), first, end, mine);
  });
}

// A kernel that waits for it knows what host code did before. The processor keeps host code's writes in order.
void StreamRaces::set_flag(const Access& access) {
  if (queue().waiting().empty()) return;
  const Touch mine{Way::telling_write, access.pc};
  host_segment().fenced = true;
  each_piece_of(access, [&](std::uintptr_t at, std::size_t first, std::size_t end) {
    keep(footprints_.track(footprints_.page_of(at), at, host_segment(), mine.way), first, end, mine);
  });
}

// With an operation that has run.
void StreamRaces::meet_as_host(const Track& other, std::uintptr_t at, std::size_t byte, const Touch& mine) {
  const Touch before = first_touch(other, byte);
  const auto same = std::ranges::find_if(
      suspects_, [&](const Suspect& suspect) { return suspect.report.pc == mine.pc && suspect.report.before == before.pc; });
  if (same != suspects_.end()) {
    ++same->report.count;
    return;
  }
  const Trace host{.work = Work::host_code};
  const Finding finding{.other = other.trace, .mine = mine, .before = before, .where = describe_byte(at, byte), .same_value = false};
  suspects_.push_back({words_for(host, finding), mine.pc, other.trace->id});
}

Trace& StreamRaces::host_segment() {
  if (segment_ == nullptr) {
    const std::uint64_t id = kSegmentIds | ++segments_;
    order_.issued(id, {});
    order_.host_waits({id});
    traces_.push_back(std::make_unique<Trace>(Trace{.id = id, .work = Work::host_code}));
    segment_ = traces_.back().get();
  }
  return *segment_;
}

}  // namespace lockstep::sim
