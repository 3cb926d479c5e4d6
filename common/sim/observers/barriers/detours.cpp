/// @file
/// @brief How threads that were missed at a barrier got past it.
#include "sim/observers/barriers/detours.hpp"

#include <algorithm>
#include <utility>

#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"

namespace lockstep::sim {

namespace {

std::uint64_t key_of(std::uint64_t calls, const void* pc) {
  return (calls * 0x9e3779b97f4a7c15u) ^ static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pc));
}

}  // namespace

void Detours::grid_begins(const GridRun& grid) { may_return_ = grid.request.kernel->traits.returns; }

void Detours::block_begins(const Block& block) {
  Watched& mine = blocks_[&block];
  mine = {};
  mine.ways.resize(block.threads_total);
  mine.warps_completed.resize(block.warps.size());
  mine.completed = ++time_;
}

Detours::Way& Detours::way_of(const Thread& thread) { return blocks_[thread.block].ways[thread.rank]; }

void Detours::visit(const Thread& thread, const void* pc, bool access) {
  Way& way = way_of(thread);
  const Key key = key_of(way.calls.back(), pc);
  way.visits[key] = {++time_, pc, access};
  const bool leaves = std::exchange(way.left_function, false);
  if (access) {
    way.worked = time_;
    return;
  }
  way.block = key;
  way.entered = time_;
  if (leaves) way.ends.insert(key);
}

void Detours::access(const Thread& thread, const Access& access) { visit(thread, access.pc, true); }

void Detours::basic_block(const Thread& thread, const void* pc) { visit(thread, pc, false); }

void Detours::call_begins(const Thread& thread, const void* caller) {
  Way& way = way_of(thread);
  way.calls.push_back(key_of(way.calls.back(), caller));
}

void Detours::call_ends(const Thread& thread) {
  Way& way = way_of(thread);
  leave(way);
  if (way.calls.size() > 1) way.calls.pop_back();
  way.left_function = true;
}

void Detours::leave(Way& way) {
  if (way.worked < way.entered) way.ends.insert(way.block);
}

void Detours::returns(const Thread& thread) { way_of(thread).returned = ++time_; }

void Detours::arrives(const Thread& thread, Sync sync, std::uint32_t lanes, Site site) {
  absences_.arrives(sync, lanes, site);
  Way& way = way_of(thread);
  way.worked = ++time_;
  ++way.rounds[{site.file_name(), site.line(), sync}];
}

void Detours::thread_ends(const Thread& thread) { leave(way_of(thread)); }

// The detour begins after the last place that the others also came through since they last synchronized.
void Detours::completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) {
  Watched& mine = blocks_[&block];
  if (const std::optional<Absence> absence = absences_.completed(block, sync, warp, lanes)) {
    const std::uint64_t since = is_of_warp(sync) ? std::max(mine.completed, mine.warps_completed[warp]) : mine.completed;
    Missed missed{absence->place, ++time_, {}, absence->present(block)};
    const std::unordered_set<Key> on_the_way = visited_since(mine, missed.present, since);
    for (const std::uint32_t rank : absence->absent(block)) {
      if (!mine.missed.insert({sync, rank}).second) continue;
      Absentee absentee{rank, since};
      for (const auto& [key, visit] : mine.ways[rank].visits)
        if (on_the_way.contains(key)) absentee.begin = std::max(absentee.begin, visit.time);
      missed.absent.push_back(absentee);
    }
    if (!missed.absent.empty()) mine.absences.push_back(std::move(missed));
  }
  (is_of_warp(sync) ? mine.warps_completed[warp] : mine.completed) = ++time_;
}

std::unordered_set<Detours::Key> Detours::visited_since(const Watched& block, const std::vector<std::uint32_t>& ranks, std::uint64_t time) {
  std::unordered_set<Key> places;
  for (const std::uint32_t rank : ranks)
    for (const auto& [key, visit] : block.ways[rank].visits)
      if (visit.time > time) places.insert(key);
  return places;
}

/// What is needed to judge the absent threads of one synchronization, once the block has ended.
struct Detours::Judge {
  const Watched& block;
  const Missed& missed;
  bool may_return;
  std::unordered_set<Key> behind = visited_since(block, missed.present, missed.time);  ///< where the others were after the barrier

  bool nothing_behind() const {
    return std::none_of(missed.present.begin(), missed.present.end(), [&](auto rank) { return block.ways[rank].worked > missed.time; });
  }

  /// The first thing it did that the others also did after the barrier, or else the first it did at all; an access rather than a mere step.
  const Visit* next_of(const Absentee& absentee) const {
    const Way& way = block.ways[absentee.rank];
    const bool free = way.returned <= absentee.begin;  // did not return: all that it did was on the way around the barrier
    const Visit* next = nullptr;
    for (const auto& [key, visit] : way.visits) {
      if (visit.time <= absentee.begin || way.ends.contains(key)) continue;
      if (!behind.contains(key) && !(free && visit.access)) continue;
      if (next == nullptr || visit.access > next->access || (visit.access == next->access && visit.time < next->time)) next = &visit;
    }
    return next;
  }

  bool left_loop(const Absentee& absentee) const {
    const auto rounds = [&](std::uint32_t rank) {
      const auto found = block.ways[rank].rounds.find(missed.place);
      return found == block.ways[rank].rounds.end() ? 0u : found->second;
    };
    return rounds(absentee.rank) != 0;
  }

  bool warp_is_gone(const Absentee& absentee) const {
    return std::none_of(missed.present.begin(), missed.present.end(), [&](auto rank) { return rank / 32 == absentee.rank / 32; });
  }

  Detour operator()(const Absentee& absentee) const {
    if (next_of(absentee) != nullptr) return Detour::went_on;
    if (block.ways[absentee.rank].returned > absentee.begin) return Detour::ended;
    if (left_loop(absentee)) return warp_is_gone(absentee) ? Detour::warp_left_loop : Detour::left_loop;
    return nothing_behind() && !may_return ? Detour::no_use : Detour::ended;
  }
};

void Detours::settle(const Block& block, const Watched& watched, const Missed& missed) {
  const Judge judge{watched, missed, may_return_};
  for (const Absentee& absentee : missed.absent) {
    const Detour how = judge(absentee);
    const auto [entry, fresh] = found_.try_emplace(missed.place);
    Detoured& worst = entry->second;
    if (fresh || how > worst.how) {
      const Visit* const next = judge.next_of(absentee);
      worst = {how, block.index, block.threads_total, {absentee.rank}, absentee.rank, next == nullptr ? nullptr : next->pc};
    } else if (how == worst.how && is_same(worst.block, block.index)) {
      worst.ranks.insert(std::upper_bound(worst.ranks.begin(), worst.ranks.end(), absentee.rank), absentee.rank);
    }
  }
}

void Detours::block_ends(const Block& block) {
  const Watched& mine = blocks_[&block];
  for (const Missed& missed : mine.absences) settle(block, mine, missed);
  blocks_.erase(&block);
}

}  // namespace lockstep::sim
