/// @file
/// @brief Puts a race into words.
#include "observers/race_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/block.hpp"

namespace lockstep::sim {

namespace {

bool is_volatile(AccessKind kind) { return kind == AccessKind::volatile_load || kind == AccessKind::volatile_store; }
std::uint64_t value_at(std::uintptr_t address, std::uint32_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), std::min<std::uint32_t>(bytes, sizeof value));
  return value;
}

// The program's types are not known here: a small whole number is shown as one, else what makes a sensible floating-point number.
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
  if (writes) return past ? "wrote" : "writes";
  return past ? "read" : "reads";
}

}  // namespace

void RaceReport::add(const Earlier& earlier, const Thread& thread, const Access& access, std::uintptr_t address, std::uint32_t bytes) {
  bool fresh = false;
  Hazard& hazard = log_.find("race", access.pc, earlier.pc, &fresh);
  const bool mixed = (earlier.kind == AccessKind::atomic) != (access.kind == AccessKind::atomic);
  const Severity severity = earlier.same_warp && !mixed ? Severity::warning : Severity::error;
  if (fresh) hazard.severity = Severity::note;
  if (!fresh && severity <= hazard.severity) return;
  pending_.push_back(
      {&hazard, severity, fresh, earlier, access,
       thread_name(thread.rank, thread.block->index, extent_) + ", and before it " + thread_name(earlier.rank, earlier.block, extent_),
       address, bytes, value_at(address, bytes)});
}

void RaceReport::finish() {
  for (const Pending& race : pending_) complete(race);
  pending_.clear();
}

// Two writes of one value are worth a note only, until two different values meet.
void RaceReport::complete(const Pending& race) {
  const std::uint64_t after = value_at(race.address, race.bytes);
  const Severity severity = race.both_store() && after == race.before ? Severity::note : race.severity;
  Hazard& hazard = *race.hazard;
  if (!race.fresh && severity <= hazard.severity) return;
  hazard.severity = severity;
  hazard.threads = race.threads;
  const CodeLine here = HazardLog::line_of(race.access.pc), there = HazardLog::line_of(race.earlier.pc);
  hazard.file = here.file;
  hazard.line = here.line;
  hazard.other_file = there.file;
  hazard.other_line = there.line;
  hazard.message =
      fmt::format("one {} what the other {}, and nothing orders the two: {}", verb(race.access.kind, race.access.writes(), false),
                  verb(race.earlier.kind, race.earlier.writes, true), values(race, after));
  unmended_[&hazard] = {race.earlier, race.access};
}

std::string RaceReport::values(const Pending& race, std::uint64_t after) {
  const std::string now = shown(race.before, race.bytes), then = shown(after, race.bytes);
  if (race.access.writes() && !race.earlier.writes) return fmt::format("the other read {}, and this leaves {}", now, then);
  if (race.access.writes() && after == race.before) return fmt::format("both leave {}", now);
  if (race.access.writes()) return fmt::format("the first left {}, the second leaves {}", now, then);
  if (race.earlier.known < race.bytes) return fmt::format("it reads {}", now);
  return fmt::format("it reads {}; before the other's write it was {}", now, shown(race.earlier.before, race.bytes));
}

void RaceReport::grid_ends() {
  settle();
  for (const auto& [hazard, race] : unmended_) hazard->mend = mend(*hazard, race.first, race.second);
  unmended_.clear();
  barriers_.clear();
  last_barrier_ = {};
}

// A block's barrier is one for each of its warps too.
bool RaceReport::has_barrier(Meet meet, const std::string& file, unsigned after, unsigned before) const {
  return std::any_of(barriers_.begin(), barriers_.end(), [&](const Barrier& barrier) {
    return barrier.line > after && barrier.line < before && barrier.file == file &&
           (barrier.meet == meet || barrier.meet == Meet::block_barrier);
  });
}

std::string RaceReport::mend(const Hazard& hazard, const Earlier& earlier, const Access& access) const {
  const bool atomic = access.kind == AccessKind::atomic, was_atomic = earlier.kind == AccessKind::atomic;
  if (atomic && was_atomic)
    return fmt::format("the atomic operation on line {} is one for threads of its own block only: use the one without `_block`",
                       earlier.narrow ? hazard.other_line : hazard.line);
  if (atomic != was_atomic) {
    const std::string both = fmt::format("make the access on line {} an atomic operation too", atomic ? hazard.other_line : hazard.line);
    return earlier.same_block && hazard.line != hazard.other_line ? missing_barrier(hazard, Meet::block_barrier) + ", or " + both : both;
  }
  if (earlier.same_warp && (is_volatile(access.kind) || is_volatile(earlier.kind)))
    return missing_barrier(hazard, Meet::warp_barrier) +
           ": since Volta the lanes of a warp are independent, and `volatile` does not keep them in step";
  if (earlier.same_block && access.writes() && earlier.writes && hazard.line == hazard.other_line)
    return "give each thread an element of its own, or use an atomic operation";
  if (earlier.same_block) return missing_barrier(hazard, earlier.same_warp ? Meet::warp_barrier : Meet::block_barrier);
  return "blocks run in any order, and at the same time: use an atomic operation, an element of its own for each block, or a second "
         "kernel; "
         "or, where one waits for a flag of the other, a `__threadfence()` on both sides of the flag";
}

std::string RaceReport::missing_barrier(const Hazard& hazard, Meet meet) const {
  const char* const barrier = meet == Meet::warp_barrier ? "__syncwarp()" : "__syncthreads()";
  if (hazard.file != hazard.other_file)
    return fmt::format("a `{}` is missing between the two accesses, {}:{} and {}:{}", barrier, hazard.other_file, hazard.other_line,
                       hazard.file, hazard.line);
  const unsigned first = std::min(hazard.line, hazard.other_line), last = std::max(hazard.line, hazard.other_line);
  if (first == last) return fmt::format("a `{}` is missing between the reading and the writing on line {}", barrier, first);
  // Where there is one between the lines already, they meet in different rounds of a loop.
  if (has_barrier(meet, hazard.file, first, last))
    return fmt::format("a `{}` is missing at the end of the loop body, after line {}", barrier, last);
  return fmt::format("a `{}` is missing between line {} and line {}", barrier, first, last);
}

}  // namespace lockstep::sim
