/// @file
/// @brief Picks the barrier, fence or atomic operation that would order two accesses.
#include "sim/observers/races/race_fixes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/block.hpp"

namespace lockstep::sim {

namespace {

bool is_on_one_line(const Hazard& hazard) { return hazard.line == hazard.other_line && hazard.file == hazard.other_file; }

// "line 3", or "lines 3 and 5".
std::string lines_of(const Hazard& hazard) {
  if (is_on_one_line(hazard)) return fmt::format("line {}", hazard.line);
  if (hazard.file != hazard.other_file)
    return fmt::format("{}:{} and {}:{}", short_path(hazard.other_file), hazard.other_line, short_path(hazard.file), hazard.line);
  const auto [first, last] = std::minmax(hazard.line, hazard.other_line);
  return fmt::format("lines {} and {}", first, last);
}

// "3, 5 and 9".
std::string listed(const std::set<unsigned>& numbers) {
  std::string text;
  for (const unsigned number : numbers) {
    const char* const between = text.empty() ? "" : number == *numbers.rbegin() ? " and " : ", ";
    text += fmt::format("{}{}", between, number);
  }
  return text;
}

constexpr const char* kNotInStep = ": since Volta the lanes of a warp are independent, and `volatile` does not keep them in step";

const char* name_of(Sync sync) { return sync == Sync::warp_barrier ? "__syncwarp()" : "__syncthreads()"; }

}  // namespace

void RaceFixes::grid_begins(bool cooperative, std::uint32_t block_threads) {
  cooperative_ = cooperative;
  block_threads_ = block_threads;
  warp_level_ = false;
  communicates_ = false;
  barriers_.clear();
  last_place_ = {};
  copies_.clear();
  changes_.clear();
  last_copy_ = nullptr;
}

void RaceFixes::barrier_at(const Thread& thread, Sync sync, Site site) {
  const Place place{sync, site.line(), site.file_name()};
  if (place != last_place_) {
    last_place_ = place;
    last_ = &barriers_[place];
  }
  warp_level_ |= sync == Sync::warp_barrier;
  if (last_->first == nullptr) {
    last_->first = &thread;
    last_->block = thread.block->index;
  } else if (last_->first == &thread && is_same(last_->block, thread.block->index)) {
    last_->repeats = true;
  }
}

void RaceFixes::passes(const Thread& thread, const void* pc) {
  const auto found = passed_.find(pc);
  if (found == passed_.end()) return;
  Passed& passed = found->second;
  if (passed.times.empty()) {
    passed.block = thread.block->index;
    passed.times.resize(thread.block->threads_total);
  }
  if (is_same(passed.block, thread.block->index)) ++passed.times[thread.rank];
}

bool RaceFixes::Passed::by_several_warps() const {
  std::set<std::size_t> warps;
  for (std::size_t rank = 0; rank < times.size(); ++rank)
    if (times[rank] != 0) warps.insert(rank / 32);
  return warps.size() > 1;
}

// Some run a loop more often than others.
bool RaceFixes::Passed::unevenly() const {
  std::set<std::uint32_t> different(times.begin(), times.end());
  different.erase(0);
  return different.size() > 1;
}

bool RaceFixes::is_passed(bool (Passed::*how)() const, const Earlier& earlier, const Access& access) const {
  return std::any_of(passed_.begin(), passed_.end(),
                     [&](const auto& entry) { return (entry.first == earlier.pc || entry.first == access.pc) && (entry.second.*how)(); });
}

// Lanes of one warp may race although the code is for a whole block: then a barrier of the warp would fix small blocks only.
Sync RaceFixes::barrier_for(const Earlier& earlier, const Access& access) const {
  const bool by_one_warp = block_threads_ > 32 && passed_.contains(access.pc) && !is_passed(&Passed::by_several_warps, earlier, access);
  const bool for_warps = warp_level_ || is_volatile(access.kind) || is_volatile(earlier.kind) || by_one_warp;
  return earlier.same_warp && for_warps ? Sync::warp_barrier : Sync::block_barrier;
}

bool RaceFixes::are_warp_steps(const Hazard& hazard, const Earlier& earlier, const Access& access) const {
  const bool plain = access.kind != AccessKind::atomic && earlier.kind != AccessKind::atomic;
  return hazard.severity == Severity::error && plain && earlier.same_warp && barrier_for(earlier, access) == Sync::warp_barrier &&
         hazard.file == hazard.other_file;
}

std::string RaceFixes::of_warp_steps(const std::set<unsigned>& lines, bool is_volatile) {
  return fmt::format("a `__syncwarp()` is missing after each of lines {}, and on each between its read and its write{}", listed(lines),
                     is_volatile ? kNotInStep : "");
}

std::string RaceFixes::fix(const Hazard& hazard, const Earlier& earlier, const Access& access) const {
  const bool atomic = access.kind == AccessKind::atomic, was_atomic = earlier.kind == AccessKind::atomic;
  if (atomic && was_atomic) return of_atomic(hazard, earlier, access);
  if (hazard.severity == Severity::note && access.writes() && earlier.writes)
    return "none is needed if all threads mean to write this value; if not, give each an element of its own";
  if (hazard.severity == Severity::note)
    return "none is needed if the write always leaves the value that is there already; if not, order the two";
  const bool strong = (atomic || is_volatile(access.kind)) && (was_atomic || is_volatile(earlier.kind));
  if (strong && !earlier.lost && earlier.told == Told::yes) return of_fence(hazard, earlier);
  if (atomic != was_atomic) {
    const std::string both = fmt::format("make the access on line {} an atomic operation too", atomic ? hazard.other_line : hazard.line);
    const bool barrier = earlier.same_block && hazard.line != hazard.other_line;
    return barrier ? of_block(hazard, Sync::block_barrier) + ", or " + both : both;
  }
  if (earlier.lost || (is_change(earlier, access) && (earlier.same_block || !is_on_one_line(hazard))))
    return of_change(hazard, earlier, access);
  if (!earlier.same_block) return of_blocks(hazard, earlier, access);
  if (std::string copy = of_copy(hazard, earlier, access); !copy.empty()) return copy;
  if (earlier.same_warp && (is_volatile(access.kind) || is_volatile(earlier.kind)))
    return of_block(hazard, Sync::warp_barrier) + kNotInStep;
  if (access.writes() && earlier.writes && hazard.line == hazard.other_line)
    return "give each thread an element of its own, or use an atomic operation";
  if (is_on_one_line(hazard) && may_be_locked(earlier, access)) return of_locked(hazard);
  if (!is_on_one_line(hazard) && !earlier.same_warp && is_passed(&Passed::unevenly, earlier, access))
    return fmt::format(
        "order {} with a `__syncthreads()` that all threads of the block reach equally often (not in a loop that some leave earlier), or "
        "read from one buffer and write to another",
        lines_of(hazard));
  return of_block(hazard, barrier_for(earlier, access));
}

bool RaceFixes::is_change(const Earlier& earlier, const Access& access) const {
  return changes_.contains(access.writes() ? std::pair(earlier.pc, access.pc) : std::pair(access.pc, earlier.pc));
}

std::string RaceFixes::of_change(const Hazard& hazard, const Earlier& earlier, const Access& access) const {
  if (!earlier.lost && may_be_locked(earlier, access)) return of_locked(hazard);
  return fmt::format("several threads change one element: make {} one atomic operation, or give each thread an element of its own",
                     lines_of(hazard));
}

// Global memory that is read and then written, in a kernel that has atomics: the usual body of a lock.
bool RaceFixes::may_be_locked(const Earlier& earlier, const Access& access) const {
  const bool shared = is_shared_address(access.address);
  return communicates_ && !shared && earlier.told != Told::no;
}

std::string RaceFixes::of_fence(const Hazard& hazard, const Earlier& earlier) {
  if (is_on_one_line(hazard)) return of_locked(hazard);
  return fmt::format(
      "a `__threadfence()` is missing: after line {} before telling the other {} (by a flag, a ticket, a lock), and after being told "
      "before "
      "line {}",
      hazard.other_line, earlier.same_block ? "thread" : "block", hazard.line);
}

std::string RaceFixes::of_locked(const Hazard& hazard) {
  return fmt::format(
      "make {} one atomic operation; or, if {} under a lock, a `__threadfence()` is missing after taking the lock and before giving it "
      "back",
      lines_of(hazard), is_on_one_line(hazard) ? "it is" : "they are");
}

// Where what a copy brings is used on a later line; otherwise empty.
std::string RaceFixes::of_copy(const Hazard& hazard, const Earlier& earlier, const Access& access) const {
  const bool copies = access.writes() && copies_.contains(access.pc), copied = earlier.writes && copies_.contains(earlier.pc);
  if (copies == copied) return {};
  const auto [begun, used] = copies ? std::pair(hazard.line, hazard.other_line) : std::pair(hazard.other_line, hazard.line);
  if (begun >= used) return {};
  return fmt::format("the copy that line {} begins must be waited for, and a barrier must follow, before line {}", begun, used);
}

std::string RaceFixes::of_atomic(const Hazard& hazard, const Earlier& earlier, const Access& access) {
  const bool this_one = access.scope == Scope::block || access.scope == Scope::thread;
  return fmt::format("line {} is atomic for the threads of one block only: use the operation without `_block`, or a wider thread_scope",
                     this_one || !earlier.narrow ? hazard.line : hazard.other_line);
}

// A block's barrier is one for each of its warps too.
RaceFixes::Between RaceFixes::barriers_between(const Hazard& hazard, Sync sync) const {
  const auto [first, last] = std::minmax(hazard.line, hazard.other_line);
  Between between = Between::none;
  for (const auto& [place, barrier] : barriers_) {
    const bool counts =
        place.line > first && place.line < last && place.file == hazard.file && (place.sync == sync || place.sync == Sync::block_barrier);
    if (counts) between = std::max(between, barrier.repeats ? Between::loop : Between::some);
  }
  return between;
}

std::string RaceFixes::of_block(const Hazard& hazard, Sync sync) const {
  const char* const barrier = name_of(sync);
  if (hazard.file != hazard.other_file)
    return fmt::format("a `{}` is missing between the two accesses, {}:{} and {}:{}", barrier, short_path(hazard.other_file),
                       hazard.other_line, short_path(hazard.file), hazard.line);
  const auto [first, last] = std::minmax(hazard.line, hazard.other_line);
  if (first == last)
    return fmt::format(
        "a `{}` is missing after line {} (in a loop: at the end of its body), or between its read and its write; where several "
        "threads add to one word, make that one atomic operation",
        barrier, first);
  switch (barriers_between(hazard, sync)) {
    case Between::loop:  // so the accesses are in different rounds of a loop, or calls of a function
      return fmt::format("a `{}` is missing after line {}, before line {} runs again (in a loop: at the end of its body)", barrier, last,
                         first);
    case Between::some:
      return fmt::format("the barrier between line {} and line {} is for other threads than these: use a `{}` for all that share the data",
                         first, last, barrier);
    default:
      return fmt::format("a `{}` is missing between line {} and line {}", barrier, first, last);
  }
}

std::string RaceFixes::of_blocks(const Hazard& hazard, const Earlier& earlier, const Access& access) const {
  const auto [first, last] = std::minmax(hazard.line, hazard.other_line);
  const bool one_line = is_on_one_line(hazard);
  if (one_line && may_be_locked(earlier, access)) return of_locked(hazard);
  const bool is_told = earlier.told == Told::yes || (earlier.told == Told::unknown && communicates_);
  if (is_told && earlier.writes != access.writes()) return of_fence(hazard, earlier);
  if (one_line)
    return fmt::format("blocks run at the same time: make line {} one atomic operation, or give each block an element of its own", first);
  if (earlier.same_cluster) return fmt::format("a `cluster.sync()` is missing between line {} and line {}", first, last);
  if (cooperative_) return fmt::format("a `grid.sync()` is missing between line {} and line {}", first, last);
  return fmt::format(
      "blocks run at the same time: move line {} to a second kernel, or {}", last,
      earlier.writes == access.writes() ? "give each block elements of its own" : "read from one buffer and write to another");
}

}  // namespace lockstep::sim
