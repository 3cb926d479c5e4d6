/// @file
/// @brief Counts the accesses of each warp in a trace.
#include "shares.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "submission.hpp"

namespace lockstep::testing {
namespace {

using nlohmann::json;

using Warp = std::pair<std::int64_t, std::int64_t>;  // its block, and its number there
Warp warp_of(const json& event) { return {event.at("block").get<std::int64_t>(), event.at("warp").get<std::int64_t>()}; }

/// Accesses to memory: of the busiest warp of each launch, and of all warps.
struct Shares {
  std::int64_t busiest = 0, all = 0;
  std::int64_t busiest_steps = 0;  ///< of the warp with most steps, each statement or access one
};

/// Elements of one array, each once: those of the warp that has most, and those of all warps.
struct Elements {
  std::int64_t busiest = 0, all = 0;
};

/// Of all launches together.
struct Work {
  Shares global, global_and_shared;
  Elements read, stored;

  const Shares& of(Accesses counted) const { return counted == Accesses::global ? global : global_and_shared; }
};

/// Whether lanes read one element together, as each warp must that needs a number which is the same for all.
bool is_broadcast(const json& event) {
  const json& index = event.at("index");
  return event.at("kind") == "load" && index.size() > 1 && event.at("array").is_number() &&
         std::ranges::all_of(index, [&](const json& own) { return own == index.front(); });
}

bool is_access(const json& event, Accesses counted) {
  const auto kind = event.at("kind").get<std::string>();
  if (kind != "load" && kind != "store" && kind != "atomic") return false;
  return counted == Accesses::global_and_shared || (!event.contains("wavefronts") && !is_broadcast(event));
}

Shares shares_of(const json& launch, Accesses counted) {
  struct Own {
    std::int64_t accesses = 0, steps = 0;
  };
  std::map<Warp, Own> by_warp;
  Shares shares;
  for (const json& event : launch.at("events")) {
    Own& own = by_warp[warp_of(event)];
    shares.busiest_steps = std::max(shares.busiest_steps, ++own.steps);
    if (!is_access(event, counted)) continue;
    shares.busiest = std::max(shares.busiest, ++own.accesses);
    ++shares.all;
  }
  return shares;
}

std::int64_t distinct(std::vector<std::int64_t> elements) {
  std::ranges::sort(elements);
  return std::unique(elements.begin(), elements.end()) - elements.begin();
}

/// Of global memory, in one array: the elements of each warp, as often as it takes them.
using ByWarp = std::map<Warp, std::vector<std::int64_t>>;

Elements elements_of(const ByWarp& by_warp) {
  Elements elements;
  std::vector<std::int64_t> all;
  for (const auto& [warp, own] : by_warp) {
    elements.busiest = std::max(elements.busiest, distinct(own));
    all.insert(all.end(), own.begin(), own.end());
  }
  elements.all = distinct(std::move(all));
  return elements;
}

/// A wide access takes several elements, and its index names the first.
void add_elements(std::vector<std::int64_t>& to, const json& event, const json& array) {
  constexpr std::int64_t kWidest = 16;  // the program could have written anything
  const auto scalar = std::max<std::int64_t>(array.at("scalar_bytes").get<std::int64_t>(), 1);
  const auto wide = std::clamp<std::int64_t>(event.at("bytes").get<std::int64_t>() / scalar, 1, kWidest);
  for (const json& index : event.at("index"))
    for (std::int64_t i = 0; i < wide; ++i) to.push_back(index.get<std::int64_t>() + i);
}

/// Of the array that has most of them. @param kind  "load" or "store"
Elements elements_of(const json& launch, const char* kind) {
  std::map<std::int64_t, ByWarp> by_array;
  for (const json& event : launch.at("events")) {
    if (event.at("kind") != kind || event.contains("wavefronts") || !event.at("array").is_number()) continue;
    const auto array = event.at("array").get<std::int64_t>();
    add_elements(by_array[array][warp_of(event)], event, launch.at("arrays").at(static_cast<std::size_t>(array)));
  }
  Elements most;
  for (const auto& [array, by_warp] : by_array)
    if (const Elements here = elements_of(by_warp); here.all > most.all) most = here;
  return most;
}

void add(Shares& to, const Shares& more) {
  to.busiest += more.busiest;
  to.all += more.all;
  to.busiest_steps += more.busiest_steps;
}

void add(Elements& to, const Elements& more) {
  to.busiest += more.busiest;
  to.all += more.all;
}

Work work_of(const json& trace) {
  Work work;
  for (const json& launch : trace.at("launches")) {
    add(work.global, shares_of(launch, Accesses::global));
    add(work.global_and_shared, shares_of(launch, Accesses::global_and_shared));
    add(work.read, elements_of(launch, "load"));
    add(work.stored, elements_of(launch, "store"));
  }
  return work;
}

std::string text_of(const Traced& run) {
  return fmt::format("--size {}{}{}", run.size, run.options.empty() ? "" : " ", fmt::join(run.options, " "));
}

/// Launches of which the trace does not have all blocks.
std::string complaint_of_blocks(const json& trace) {
  for (const json& launch : trace.at("launches")) {
    std::int64_t blocks = 1;
    for (const json& side : launch.at("grid")) blocks *= side.get<std::int64_t>();
    if (blocks > Submission::kTracedBlocks)
      return fmt::format("the launch of {} has {} blocks. At most {} can be looked at: launch fewer, which is enough at this size.",
                         launch.at("kernel").get<std::string>(), blocks, Submission::kTracedBlocks);
  }
  return {};
}

/// What is in the trace, or why nobody can tell who did the work.
struct Seen {
  Work work;
  std::string complaint;
};

Seen seen_in(const json& trace) {
  if (!trace.is_object())
    return {.work = {}, .complaint = "no trace of the kernels was written in the time and space that a run may take."};
  if (!trace.at("cut").is_null())
    return {.work = {},
            .complaint = fmt::format("the warps together take more than {} steps (a statement, an access to memory, a barrier …): too many "
                                     "to see who does the work. Are there accesses or threads that are of no use?",
                                     Submission::kTracedEvents)};
  if (std::string blocks = complaint_of_blocks(trace); !blocks.empty()) return {.work = {}, .complaint = std::move(blocks)};
  Work work = work_of(trace);
  if (work.global_and_shared.all == 0) return {.work = {}, .complaint = "no warp makes any access to memory."};
  return {.work = work, .complaint = {}};
}

Work require_work_in(const Traced& run) {
  static std::map<std::string, Seen> traced;
  const std::string text = text_of(run);
  if (!traced.contains(text)) traced[text] = seen_in(Submission::get().trace(run.size, run.options));
  if (const std::string& complaint = traced[text].complaint; !complaint.empty()) FAIL("With " << text << ' ' << complaint);
  return traced[text].work;
}

double as_if(std::int64_t all, std::int64_t busiest) {
  return static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(busiest, 1));
}

constexpr const char* kAdvice = "Give the threads of each block elements of their own: blockIdx and threadIdx say which.";

void require_spread(const Traced& run, double least, std::int64_t elements, const Elements& seen, const char* verb) {
  if (seen.all < elements / 4 || static_cast<double>(seen.all) >= least * static_cast<double>(seen.busiest)) return;
  FAIL(
      fmt::format("With {} one warp {} {} of the {} elements that all warps {}, as if {:.1f} warps were at work; the work is enough for "
                  "{:.0f} and more. {}",
                  text_of(run), verb == std::string("read") ? "reads" : "stores", seen.busiest, seen.all, verb,
                  as_if(seen.all, seen.busiest), std::ceil(least), kAdvice));
}

}  // namespace

void require_warps_at_work(const Traced& run, double least, Accesses counted) {
  if (!kOnSimulator) return;
  const Shares shares = require_work_in(run).of(counted);
  if (static_cast<double>(shares.all) >= least * static_cast<double>(shares.busiest)) return;
  FAIL(
      fmt::format("With {} one warp makes {} of the {} accesses to memory that all warps make, as if {:.1f} warps were at work; the "
                  "work is enough for {:.0f} and more. {}",
                  text_of(run), shares.busiest, shares.all, as_if(shares.all, shares.busiest), std::ceil(least), kAdvice));
}

void require_steps_of_a_warp_at_most(const Traced& run, std::int64_t most, Accesses counted) {
  if (!kOnSimulator) return;
  const Shares shares = require_work_in(run).of(counted);
  if (shares.busiest_steps <= most) return;
  FAIL(fmt::format("With {} one warp makes {} steps, as if it went through all of the input alone; {} are enough. {}", text_of(run),
                   shares.busiest_steps, most, kAdvice));
}

void require_readers(const Traced& run, double least, std::int64_t elements) {
  if (kOnSimulator) require_spread(run, least, elements, require_work_in(run).read, "read");
}

void require_writers(const Traced& run, double least, std::int64_t elements) {
  if (kOnSimulator) require_spread(run, least, elements, require_work_in(run).stored, "store");
}

}  // namespace lockstep::testing
