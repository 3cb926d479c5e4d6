/// @file
/// @brief Finds barriers and warp intrinsics that were complete here only because threads had ended.
#include "sim/observers/barriers/absent_threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/engine/failures/failure.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"

namespace lockstep::sim {

namespace {

const char* group_of(Sync sync) {
  return sync == Sync::grid_barrier ? "grid" : sync == Sync::cluster_barrier ? "cluster" : is_of_warp(sync) ? "warp" : "block";
}

// "lanes 16-31", "lane 3", "lanes 0-3 and others".
std::string lanes_text(const std::vector<std::uint32_t>& ranks) {
  std::size_t count = 1;
  while (count < ranks.size() && ranks[count] == ranks[0] + count) ++count;
  const char* const more = count < ranks.size() ? " and others" : "";
  if (count == 1) return fmt::format("lane {}{}", ranks[0] % 32, more);
  return fmt::format("lanes {}-{}{}", ranks[0] % 32, ranks[0] % 32 + count - 1, more);
}

std::string block_text(uint3 block) { return fmt::format("block ({},{},{})", block.x, block.y, block.z); }

struct Words {
  const char* kind = nullptr;
  Severity severity = Severity::note;
  std::string threads{}, message{}, fix{};
};

std::string next_text(const Detoured& detoured) {
  const CodeLine line = HazardLog::line_of(detoured.next);
  if (line.line == 0) return "";
  return fmt::format("; thread {} went on in {}:{}", detoured.example, short_path(line.file), line.line);
}

constexpr const char* kMoveOut = "move it out of the branch: put the work under the condition, and let every thread reach the barrier";

Words barrier_words(Sync sync, const Detoured& detoured) {
  const char* const group = group_of(sync);
  const bool ended = detoured.how == Detour::ended;
  Words words{.kind = ended ? "early-return" : "divergent-barrier"};
  words.threads = fmt::format("{} of the {} threads of {}", detoured.ranks.size(), detoured.threads_total, block_text(detoured.block)) +
                  (ended ? "" : ": " + describe_ranks(detoured.ranks));
  switch (detoured.how) {
    case Detour::ended:
      words.message = "they had ended when the others met at this barrier, which does not wait for them";
      break;
    case Detour::no_use:
      words.severity = Severity::warning;
      words.message = fmt::format("they went around this barrier, which is for all threads of the {}; nothing comes after it", group);
      words.fix = "remove it, or move it out of the branch";
      return words;
    case Detour::warp_left_loop:
    case Detour::left_loop:
      words.severity = detoured.how == Detour::left_loop ? Severity::error : Severity::warning;
      words.message = fmt::format(
          "they reached this barrier fewer times than the others, and then ended; it is for all threads of the {}, and "
          "the others met at it without them: on a GPU they may hang, or go on too early",
          group);
      words.fix = "let all threads run the loop the same number of times: put the work, not the barrier, under the condition";
      return words;
    case Detour::went_on:
      words.severity = Severity::error;
      words.message = fmt::format(
          "they went around this barrier, which is for all threads of the {}{}: on a GPU the others may wait for ever, or go on too early",
          group, next_text(detoured));
      words.fix = kMoveOut;
      return words;
  }
  words.fix = "this has been legal since Volta; older hardware hangs, so keep all threads alive until the last barrier";
  return words;
}

Words warp_words(std::uint32_t mask, const Detoured& detoured) {
  const bool went_on = detoured.how == Detour::went_on;
  return {
      .kind = "missing-lanes",
      .severity = went_on ? Severity::error : Severity::warning,
      .threads = fmt::format("warp {} of {}", detoured.ranks.front() / 32, block_text(detoured.block)),
      .message = fmt::format("its mask {:#010x} names {}, which {}; on a GPU the others may or may not wait for them", mask,
                             lanes_text(detoured.ranks), went_on ? "went around it" + next_text(detoured) : "ended without reaching it"),
      .fix = "call it outside the branch, or name in the mask only the lanes that reach it: __ballot_sync before the branch tells which"};
}

}  // namespace

void AbsentThreads::grid_begins(const GridRun& grid) {
  log_.kernel = grid.request.kernel->traits.name;
  seen_.clear();
}

void AbsentThreads::arrives(const Thread&, Sync sync, std::uint32_t lanes, Site site) { absences_.arrives(sync, lanes, site); }

void AbsentThreads::completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) {
  const std::optional<Absence> absence = absences_.completed(block, sync, warp, lanes);
  if (!absence) return;
  Seen& seen = seen_[absence->place];
  if (seen.count++ != 0) return;
  seen.mask = absence->mask;
  seen.first = {Detour::ended, block.index, block.threads_total, absence->absent(block)};
}

// Launches of one kernel may differ; but a program may launch it very often.
bool AbsentThreads::wants_replay(const KernelEntry& kernel) const {
  constexpr unsigned kLaunches = 4;
  return std::any_of(seen_.begin(), seen_.end(), [&](const auto& entry) {
    const auto known = known_.find({&kernel, entry.first});
    return known == known_.end() || (known->second.how != Detour::went_on && known->second.launches < kLaunches);
  });
}

void AbsentThreads::grid_ends(const GridRun& grid) {
  if (seen_.empty()) return;
  Detours detours;
  if (grid.error == cudaSuccess && wants_replay(*grid.request.kernel) && replay_.possible())
    replay_.run(grid.request, {grid.schedule}, {&detours}, [](const Outcome&) {});
  for (const auto& [place, seen] : seen_) {
    const auto found = detours.found().find(place);
    if (found != detours.found().end()) {
      note(known_[{grid.request.kernel, place}], place, seen, found->second);
    } else if (const auto known = known_.find({grid.request.kernel, place}); known != known_.end()) {
      known->second.hazard->count += seen.count;
    } else if (detours.found().empty()) {
      note(known_[{grid.request.kernel, place}], place, seen, seen.first);
    }
  }
}

void AbsentThreads::note(Known& known, const SyncPlace& place, const Seen& seen, const Detoured& detoured) {
  ++known.launches;
  const bool worse = known.hazard == nullptr || detoured.how > known.how;
  if (!worse) {
    known.hazard->count += seen.count;
    return;
  }
  const Words words = is_of_warp(place.sync) ? warp_words(seen.mask, detoured) : barrier_words(place.sync, detoured);
  bool fresh = false;
  Hazard& hazard = log_.find(words.kind, CodeLine{std::string(place.file), place.line}, &fresh);
  hazard.count = (fresh ? 0 : hazard.count) + seen.count;
  known.hazard = &hazard;
  known.how = detoured.how;
  if (!fresh && hazard.severity >= words.severity) return;  // of another kernel of this name, made from the same template
  hazard.severity = words.severity;
  hazard.threads = words.threads;
  hazard.message = words.message;
  hazard.fix = words.fix;
}

}  // namespace lockstep::sim
