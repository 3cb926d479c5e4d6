/// @file
/// @brief Finds the accesses of hazards among the events of a launch.
#include "sim/observers/tracing/tied_hazards.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace lockstep::sim {

namespace {

using nlohmann::json;

/// Of an access: which thread touches which scalars of which array, and how many barriers of its block and of the grid came before.
struct Touched {
  std::size_t event = 0;
  std::size_t block = 0, warp = 0;
  unsigned lane = 0;
  bool writes = false;
  std::size_t array = 0;
  std::int64_t begin = 0, end = 0;
  std::size_t block_barriers = 0, grid_barriers = 0;
};

/// What two threads have in common at most.
enum class Common { thread, warp, block, grid };

Common common(const Touched& one, const Touched& other) {
  if (one.block != other.block) return Common::grid;
  if (one.warp != other.warp) return Common::block;
  return one.lane == other.lane ? Common::thread : Common::warp;
}

Common common(const ThreadPlace& one, const ThreadPlace& other) {
  if (one.block != other.block) return Common::grid;
  return one.rank / 32 == other.rank / 32 ? Common::warp : Common::block;
}

/// Do these race? There is a write, and no barrier between them.
bool race(const Touched& one, const Touched& other) {
  if (!one.writes && !other.writes) return false;
  return one.grid_barriers == other.grid_barriers && (one.block != other.block || one.block_barriers == other.block_barriers);
}

/// What a lane touches at an event. @param place  of the lane among the active ones
Touched touched_by(const json& launch, std::size_t number, unsigned lane, std::size_t place) {
  const json& event = launch["events"][number];
  const std::size_t array = event["array"].is_array() ? event["array"][place] : event["array"];
  const auto begin = event["index"][place].get<std::int64_t>(), bytes = event["bytes"].get<std::int64_t>();
  const auto scalar_bytes = launch["arrays"][array]["scalar_bytes"].get<std::int64_t>();
  return {.event = number,
          .block = event["block"],
          .warp = event["warp"],
          .lane = lane,
          .writes = event["kind"] != "load",
          .array = array,
          .begin = begin,
          .end = begin + std::max<std::int64_t>(1, bytes / scalar_bytes)};
}

/// The accesses on a line, in order. @param who  by this thread; null: by any
std::vector<Touched> accesses_on(const json& launch, const json& at, const ThreadPlace* who) {
  std::vector<Touched> found;
  std::map<std::size_t, std::size_t> block_barriers;
  std::size_t grid_barriers = 0;
  for (std::size_t i = 0; i < launch["events"].size(); ++i) {
    const json& event = launch["events"][i];
    const std::size_t block = event["block"], warp = event["warp"];
    if (event["kind"] == "barrier" && event["sync"] == "block") ++block_barriers[block];
    if (event["kind"] == "barrier" && event["sync"] == "grid") ++grid_barriers;
    if (!event.contains("index") || event["at"] != at) continue;
    if (who != nullptr && (block != number_in_grid(who->block, launch["grid"][0], launch["grid"][1]) || warp != who->rank / 32)) continue;
    std::size_t place = 0;
    for (auto rest = event["lanes"].get<std::uint32_t>(); rest != 0; rest &= rest - 1, ++place) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if (who != nullptr && lane != who->rank % 32) continue;
      Touched& touched = found.emplace_back(touched_by(launch, i, lane, place));
      touched.block_barriers = block_barriers[block];
      touched.grid_barriers = grid_barriers;
    }
  }
  return found;
}

/// The accesses that share one scalar, in order.
using Sharers = std::vector<const Touched*>;
using ByScalar = std::map<std::pair<std::size_t, std::int64_t>, Sharers>;

ByScalar by_scalar(const std::vector<Touched>& accesses) {
  ByScalar sorted;
  for (const Touched& access : accesses)
    for (std::int64_t scalar = access.begin; scalar < access.end; ++scalar) sorted[{access.array, scalar}].push_back(&access);
  return sorted;
}

constexpr std::ptrdiff_t kMostSharers = 1000;  // where all threads update one element, each has its place in its list

/// Among the accesses to one scalar, the last one before an access that races with it.
const Touched* last_before(const Touched& one, const Sharers& others, Common threads) {
  const auto end = std::ranges::lower_bound(others, one.event, {}, &Touched::event);
  for (auto at = end; at != others.begin() && end - at < kMostSharers;) {
    --at;
    if (common(one, **at) == threads && race(one, **at)) return *at;
  }
  return nullptr;
}

/// The first one that is not before it. The lanes of a warp are in step in a trace, whichever of them came first: what races may be one
/// event, or be the other way round.
const Touched* first_behind(const Touched& one, const Sharers& others, Common threads) {
  if (threads != Common::warp) return nullptr;
  const auto begin = std::ranges::lower_bound(others, one.event, {}, &Touched::event);
  for (auto at = begin; at != others.end() && at - begin < kMostSharers; ++at)
    if (common(one, **at) == threads && race(one, **at)) return *at;
  return nullptr;
}

using Pair = std::pair<json, json>;

/// The first accesses of two lines that race, the later one first.
Pair first_race(const std::vector<Touched>& last, const std::vector<Touched>& first, Common threads) {
  const ByScalar others = by_scalar(first);
  for (const auto find : {last_before, first_behind})
    for (const Touched& one : last)
      for (std::int64_t scalar = one.begin; scalar < one.end; ++scalar) {
        const auto there = others.find({one.array, scalar});
        const Touched* const other = there == others.end() ? nullptr : find(one, there->second, threads);
        if (other != nullptr) return {one.event, other->event == one.event ? json() : json(other->event)};
      }
  return {};
}

/// The two accesses that collide; where those of the report's threads are not in this launch, those of other threads that are as far apart.
Pair events_of(const json& launch, const Hazard& hazard, const json& at, const json& before) {
  if (hazard.who.size() < 2) {
    const auto alone = hazard.who.empty() ? std::vector<Touched>() : accesses_on(launch, at, hazard.who.data());
    return {alone.empty() ? json() : json(alone.front().event), json()};
  }
  const Common threads = common(hazard.who[0], hazard.who[1]);
  Pair own = first_race(accesses_on(launch, at, &hazard.who[0]), accesses_on(launch, before, &hazard.who[1]), threads);
  if (!own.first.is_null()) return own;
  return first_race(accesses_on(launch, at, nullptr), accesses_on(launch, before, nullptr), threads);
}

json place(KernelTrace& trace, const std::string& file, unsigned line) {
  return line == 0 ? json() : json{trace.number_of_file(file), line};
}

json hazard_of(KernelTrace& trace, const json& launch, const Hazard& hazard) {
  const json at = place(trace, hazard.file, hazard.line), before = place(trace, hazard.other_file, hazard.other_line);
  const auto [event, earlier] = events_of(launch, hazard, at, before);
  return {{"kind", hazard.kind},
          {"severity", name_of(hazard.severity)},
          {"message", hazard.message},
          {"text", hazard.text},
          {"at", at},
          {"before", before},
          {"events", {event, earlier}}};
}

/// What the tracer itself saw end the launch; the checker says more of it.
json* failure_like(json& launch, const json& hazard) {
  for (json& known : launch["hazards"])
    if (known["kind"] == hazard["kind"] && known["at"] == hazard["at"] && known["before"].is_null()) return &known;
  return nullptr;
}

}  // namespace

void tie_hazards(const std::vector<Hazard>& hazards, json& launch, KernelTrace& trace) {
  for (const Hazard& hazard : hazards) {
    if (launch["kernel"] != hazard.kernel) continue;
    json tied = hazard_of(trace, launch, hazard);
    json* const failure = failure_like(launch, tied);
    if (failure == nullptr) {
      launch["hazards"].push_back(std::move(tied));
      continue;
    }
    tied["events"] = (*failure)["events"];
    *failure = std::move(tied);
  }
}

}  // namespace lockstep::sim
