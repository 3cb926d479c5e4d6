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
bool is_narrow(const Access& access) {
  return access.kind == AccessKind::atomic && (access.scope == Scope::block || access.scope == Scope::thread);
}

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
  if (fresh) {
    hazard.severity = Severity::note;
    unmended_.push_back({&hazard, earlier, access.kind, access.writes(), is_narrow(access)});
  }
  if (!fresh && severity <= hazard.severity) return;
  const bool both_store = earlier.writes && access.writes() && earlier.kind != AccessKind::atomic && access.kind != AccessKind::atomic;
  pending_.push_back(
      {&hazard, severity, fresh, both_store, earlier, access.writes(), access.kind,
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
  const Severity severity = race.both_store && after == race.before ? Severity::note : race.severity;
  if (!race.fresh && severity <= race.hazard->severity) return;
  race.hazard->severity = severity;
  race.hazard->threads = race.threads;
  const std::string now = shown(race.before, race.bytes);
  std::string& text = race.hazard->message;
  text = fmt::format("one {} what the other {}, and nothing orders the two: ", verb(race.kind, race.writes, false),
                     verb(race.earlier.kind, race.earlier.writes, true));
  if (!race.writes) {
    text += fmt::format("it reads {}", now);
    if (race.earlier.known >= race.bytes)
      text += fmt::format("; before the other's write it was {}", shown(race.earlier.before, race.bytes));
  } else if (race.earlier.writes) {
    text += severity == Severity::note ? fmt::format("both leave {}", now)
                                       : fmt::format("the first left {}, the second leaves {}", now, shown(after, race.bytes));
  } else {
    text += fmt::format("the other read {}, and this leaves {}", now, shown(after, race.bytes));
  }
}

void RaceReport::grid_ends() {
  settle();
  for (const Unmended& race : unmended_) race.hazard->mend = mend(race);
  unmended_.clear();
  barriers_.clear();
}

bool RaceReport::has_barrier(const std::string& file, unsigned after, unsigned before) const {
  return std::any_of(barriers_.begin(), barriers_.end(),
                     [&](const auto& place) { return place.first == file && place.second > after && place.second < before; });
}

std::string RaceReport::mend(const Unmended& race) const {
  const Earlier& earlier = race.earlier;
  const Hazard& hazard = *race.hazard;
  const bool atomic = race.kind == AccessKind::atomic, was_atomic = earlier.kind == AccessKind::atomic;
  if (atomic && was_atomic)
    return fmt::format("an atomic with `_block` (or thread_scope_block) is one for its own block only: leave the scope out on line {}",
                       race.narrow ? hazard.line : hazard.other_line);
  const bool by_barrier = earlier.same_block && hazard.file == hazard.other_file && hazard.line != hazard.other_line;
  if (atomic != was_atomic)
    return by_barrier ? missing_barrier(race, "__syncthreads()") + ", or an atomic operation in both places"
                      : fmt::format("make the access on line {} an atomic operation too", atomic ? hazard.other_line : hazard.line);
  if (earlier.same_warp && (is_volatile(race.kind) || is_volatile(earlier.kind)))
    return missing_barrier(race, "__syncwarp()") +
           ": since Volta the lanes of a warp are independent, and `volatile` does not keep them in step";
  if (earlier.same_block && race.writes && earlier.writes && hazard.line == hazard.other_line)
    return "give each thread an element of its own, or use an atomic operation";
  if (earlier.same_warp) return missing_barrier(race, "__syncwarp()");
  if (earlier.same_block) return missing_barrier(race, "__syncthreads()");
  return "blocks run in any order, and at the same time: use an atomic operation, a place of its own for each block, or a second kernel";
}

std::string RaceReport::missing_barrier(const Unmended& race, const char* barrier) const {
  const Hazard& hazard = *race.hazard;
  const unsigned first = std::min(hazard.line, hazard.other_line), last = std::max(hazard.line, hazard.other_line);
  if (hazard.file != hazard.other_file)
    return fmt::format("a `{}` is missing between the two accesses, line {} of {} and line {} of {}", barrier, hazard.other_line,
                       hazard.other_file, hazard.line, hazard.file);
  if (first == last) return fmt::format("a `{}` is missing between the reading and the writing on line {}", barrier, first);
  // The other way round in the source, or with a barrier between the two already: they meet in different rounds of a loop.
  if (hazard.line < hazard.other_line || has_barrier(hazard.file, first, last))
    return fmt::format("a `{}` is missing at the end of the loop body, after line {}", barrier, last);
  return fmt::format("a `{}` is missing between line {} and line {}", barrier, first, last);
}

}  // namespace lockstep::sim
