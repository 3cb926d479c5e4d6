/// @file
/// @brief Puts a race into words.
#include "sim/observers/races/race_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"

namespace lockstep::sim {

namespace {

std::uint64_t value_at(std::uintptr_t address, std::uint32_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), std::min<std::uint32_t>(bytes, sizeof value));
  return value;
}

// The program's types are not known here: shown as a whole number where it is a small one, otherwise as a float where that is sensible.
template <class Whole, class Real>
std::string shown_as(std::uint64_t bits) {
  Whole whole;
  Real real;
  std::memcpy(&whole, &bits, sizeof whole);
  std::memcpy(&real, &bits, sizeof real);
  if (whole == -1) return "all ones (what shared memory and cudaMalloc hold before the first write; or -1)";
  if (std::abs(static_cast<double>(whole)) <= 1 << 20) return fmt::format("{}", whole);
  if (std::isfinite(real) && std::abs(real) > Real(1e-9) && std::abs(real) < Real(1e12)) return fmt::format("{}", real);
  return fmt::format("{:#x}", bits);
}

std::string shown(std::uint64_t bits, std::uint32_t bytes) {
  if (bytes == 4) return shown_as<std::int32_t, float>(bits);
  if (bytes == 8) return shown_as<std::int64_t, double>(bits);
  return fmt::format("{}", bits);
}

const char* verb(AccessKind kind, bool writes, bool past) {
  if (kind == AccessKind::atomic && writes) return past ? "updated atomically" : "updates atomically";
  if (kind == AccessKind::atomic) return past ? "read atomically" : "reads atomically";
  if (writes) return past ? "wrote" : "writes";
  return past ? "read" : "reads";
}

}  // namespace

void RaceReport::grid_begins(const GridRun& grid) {
  extent_ = grid.request.block;
  fixes_.grid_begins(grid.request.cooperative, extent_.x * extent_.y * extent_.z);
}

RaceReport::Pending RaceReport::pending(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address,
                                        std::uint32_t bytes) const {
  std::string threads =
      thread_name(thread.rank, thread.block->index, extent_) + ", and before it " + thread_name(earlier.rank, earlier.block, extent_);
  if (!order_.empty()) threads += ", " + order_;
  return {
      earlier, access, std::move(threads),      {thread_place(thread.rank, thread.block->index), thread_place(earlier.rank, earlier.block)},
      address, bytes,  value_at(address, bytes)};
}

void RaceReport::add(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address, std::uint32_t bytes) {
  bool fresh = false;
  Hazard& hazard = log_.find("race", access.pc, earlier.pc, &fresh);
  if (fresh) hazard.severity = Severity::note;
  const auto told = told_.find(&hazard);
  const Rank at_most{.harmful = true, .between_warps = !earlier.same_warp, .telling = true};
  if (told != told_.end() ? at_most <= told->second.rank : !order_.empty() && hazard.severity == Severity::error) return;
  if (fresh) told_.try_emplace(&hazard);
  pending_.emplace_back(&hazard, pending(earlier, thread, access, address, bytes));
}

std::size_t RaceReport::suspect(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address,
                                std::uint32_t bytes) {
  suspects_.push_back(pending(earlier, thread, access, address, bytes));
  return suspects_.size() - 1;
}

void RaceReport::tell(std::size_t number) {
  const Pending& race = suspects_[number];
  if (race.harmless()) return;
  bool fresh = false;
  Hazard& hazard = log_.find("race", race.access.pc, race.earlier.pc, &fresh);
  if (!fresh && !order_.empty()) return;
  complete(hazard, race);
  hazard.fix = fixes_.fix(hazard, race.earlier, race.access);
}

void RaceReport::finish() {
  for (auto& [hazard, race] : pending_) {
    race.after = value_at(race.address, race.bytes);
    complete(*hazard, race);
  }
  pending_.clear();
  for (; settled_ < suspects_.size(); ++settled_)
    suspects_[settled_].after = value_at(suspects_[settled_].address, suspects_[settled_].bytes);
}

// What leaves the same values in either order is worth a note only, until two different values meet.
void RaceReport::complete(Hazard& hazard, const Pending& race) {
  const Rank rank{
      .harmful = !race.harmless(),
      .between_warps = !race.earlier.same_warp,
      .telling = race.access.writes() ? race.after != race.before : race.earlier.known < race.bytes || race.earlier.before != race.before};
  const auto told = told_.find(&hazard);
  const bool known = told == told_.end();  // from a launch or a run before, with its words
  if (const auto steps = steps_.find(&hazard); known && steps != steps_.end() && steps->second.joined) return;
  if (known ? !rank.harmful && (!order_.empty() || hazard.severity == Severity::error) : rank <= told->second.rank) return;
  hazard.severity = rank.harmful ? Severity::error : Severity::note;
  hazard.threads = race.threads;
  hazard.who = race.who;
  const CodeLine here = HazardLog::line_of(race.access.pc), there = HazardLog::line_of(race.earlier.pc);
  hazard.file = here.file;
  hazard.line = here.line;
  hazard.other_file = there.file;
  hazard.other_line = there.line;
  hazard.message =
      fmt::format("one {} what the other {}, and nothing orders the two: {}", verb(race.access.kind, race.access.writes(), false),
                  verb(race.earlier.kind, race.earlier.writes, true), values(race));
  told_[&hazard] = {race.earlier, race.access, rank};
  perhaps_flags_.erase(&hazard);
  const bool in_shared = is_shared_address(race.address);
  if (in_shared && is_volatile(race.access.kind) && is_volatile(race.earlier.kind) && !race.earlier.same_warp)
    perhaps_flags_.insert(&hazard);
}

void RaceReport::forgive_flag(Hazard& hazard) const {
  if (!perhaps_flags_.contains(&hazard)) return;
  hazard.severity = Severity::note;
  hazard.fix =
      "none is needed if threads wait for this word, or poll it now and then; data that is written before it is set, and read by threads "
      "that saw it, needs a `__threadfence_block()` in between";
}

std::string RaceReport::values(const Pending& race) {
  const std::string now = shown(race.before, race.bytes), then = shown(race.after, race.bytes);
  if (race.access.writes() && !race.earlier.writes) return fmt::format("the other read {}, and this leaves {}", now, then);
  if (race.earlier.lost) return fmt::format("it read the word before the other left {} there, and leaves {}", now, then);
  if (race.access.writes() && race.after == race.before) return fmt::format("both leave {}", now);
  if (race.access.writes()) return fmt::format("the first left {}, the second leaves {}", now, then);
  if (race.earlier.known < race.bytes) return fmt::format("it reads {}", now);
  return fmt::format("it reads {}; before the other's write it was {}", now, shown(race.earlier.before, race.bytes));
}

void RaceReport::grid_ends() {
  settle();
  for (const auto& [hazard, race] : told_) {
    hazard->fix = fixes_.fix(*hazard, race.earlier, race.access);
    if (!order_.empty()) continue;
    fixes_.watch(race.earlier.pc);
    fixes_.watch(race.access.pc);
  }
  join_warp_steps();
  told_.clear();
}

// The unrolled end of a reduction: each line races with each other line, and all of them lack the same barrier.
void RaceReport::join_warp_steps() {
  for (const auto& [hazard, race] : told_) {
    if (!fixes_.are_warp_steps(*hazard, race.earlier, race.access)) continue;
    Steps& steps = steps_[hazard];
    steps.lines.insert({hazard->line, hazard->other_line});
    steps.is_volatile |= is_volatile(race.access.kind) || is_volatile(race.earlier.kind);
  }
  std::vector<std::vector<Hazard*>> groups;
  for (const auto& [hazard, steps] : steps_) {
    std::vector<Hazard*> mine{hazard};
    std::erase_if(groups, [&](const std::vector<Hazard*>& group) {
      const bool meets = std::any_of(group.begin(), group.end(), [&, hazard = hazard](Hazard* other) { return share_line(hazard, other); });
      if (meets) mine.insert(mine.end(), group.begin(), group.end());
      return meets;
    });
    groups.push_back(std::move(mine));
  }
  for (const std::vector<Hazard*>& group : groups) join(group);
  std::erase_if(steps_, [](const auto& entry) { return !entry.second.joined; });
}

bool RaceReport::share_line(Hazard* a, Hazard* b) {
  const std::set<unsigned>&mine = steps_[a].lines, &other = steps_[b].lines;
  return a->file == b->file && a->kernel == b->kernel &&
         std::any_of(mine.begin(), mine.end(), [&](unsigned line) { return other.contains(line); });
}

void RaceReport::join(const std::vector<Hazard*>& all) {
  const auto place = [&](Hazard* hazard) {  // what was joined before stays; otherwise the first pair of lines
    return std::tuple(!steps_[hazard].joined, std::max(hazard->line, hazard->other_line), hazard->line);
  };
  Hazard* const first = *std::min_element(all.begin(), all.end(), [&](Hazard* a, Hazard* b) { return place(a) < place(b); });
  Steps steps;
  steps.joined = true;
  for (Hazard* const hazard : all) {
    steps.lines.insert(steps_[hazard].lines.begin(), steps_[hazard].lines.end());
    steps.is_volatile |= steps_[hazard].is_volatile;
  }
  constexpr std::size_t kFewest = 3;  // lines; two are reported as they are
  if (steps.lines.size() < kFewest) return;
  for (Hazard* const hazard : all) {
    if (hazard != first) log_.join(*first, *hazard);
    steps_.erase(hazard);
  }
  first->fix = RaceFixes::of_warp_steps(steps.lines, steps.is_volatile);
  steps_[first] = std::move(steps);
}

}  // namespace lockstep::sim
