/// @file
/// @brief Counts the accesses of each warp in a trace.
#include "shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "submission.hpp"

namespace lockstep::testing {
namespace {

using nlohmann::json;

/// Accesses to memory: of the busiest warp of each launch, and of all warps.
struct Shares {
  std::int64_t busiest = 0, all = 0;
  std::int64_t busiest_steps = 0;  ///< of the warp with most steps, each statement or access one
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
  std::map<std::pair<std::int64_t, std::int64_t>, Own> by_warp;
  Shares shares;
  for (const json& event : launch.at("events")) {
    Own& own = by_warp[{event.at("block").get<std::int64_t>(), event.at("warp").get<std::int64_t>()}];
    shares.busiest_steps = std::max(shares.busiest_steps, ++own.steps);
    if (!is_access(event, counted)) continue;
    shares.busiest = std::max(shares.busiest, ++own.accesses);
    ++shares.all;
  }
  return shares;
}

/// Nothing where there is no trace.
std::optional<Shares> shares_at(const std::string& size, Accesses counted) {
  const json trace = Submission::get().trace(size);
  if (!trace.is_object()) return std::nullopt;
  Shares shares;
  for (const json& launch : trace.at("launches")) {
    const Shares more = shares_of(launch, counted);
    shares.busiest += more.busiest;
    shares.all += more.all;
    shares.busiest_steps += more.busiest_steps;
  }
  return shares;
}

Shares require_shares_at(const std::string& size, Accesses counted) {
  static std::map<std::string, std::optional<Shares>> traced;
  if (!traced.contains(size)) traced[size] = shares_at(size, counted);
  if (!traced[size]) FAIL("With --size " << size << " no trace of the kernels was written in the time that a run may take.");
  return *traced[size];
}

}  // namespace

void require_warps_at_work(const std::string& size, double least, Accesses counted) {
  if (!kOnSimulator) return;
  const Shares shares = require_shares_at(size, counted);
  if (static_cast<double>(shares.all) >= least * static_cast<double>(shares.busiest)) return;
  FAIL(fmt::format(
      "With --size {} one warp makes {} of the {} accesses to memory that all warps make, as if {:.1f} warps were at work; the "
      "work is enough for {:.0f} and more. Give the threads of each block elements of their own: blockIdx and threadIdx say which.",
      size, shares.busiest, shares.all, static_cast<double>(shares.all) / static_cast<double>(std::max<std::int64_t>(shares.busiest, 1)),
      std::ceil(least)));
}

void require_steps_of_a_warp_at_most(const std::string& size, std::int64_t most, Accesses counted) {
  if (!kOnSimulator) return;
  const Shares shares = require_shares_at(size, counted);
  if (shares.busiest_steps <= most) return;
  FAIL(fmt::format(
      "With --size {} one warp makes {} steps, as if it went through all of the input alone; {} are enough. Give the threads of "
      "each block elements of their own: blockIdx and threadIdx say which.",
      size, shares.busiest_steps, most));
}

}  // namespace lockstep::testing
