/// @file
/// @brief Counts the accesses of each warp in a trace.
#include "shares.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// Accesses to global and shared memory: of the busiest warp of each launch, and of all warps.
struct Shares {
  std::int64_t busiest = 0, all = 0;
};

bool is_access(const json& event) {
  const auto kind = event.at("kind").get<std::string>();
  return kind == "load" || kind == "store" || kind == "atomic";
}

Shares shares_of(const json& launch) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> by_warp;
  Shares shares;
  for (const json& event : launch.at("events")) {
    if (!is_access(event)) continue;
    std::int64_t& own = by_warp[{event.at("block").get<std::int64_t>(), event.at("warp").get<std::int64_t>()}];
    shares.busiest = std::max(shares.busiest, ++own);
    ++shares.all;
  }
  return shares;
}

/// Nothing where there is no trace.
std::optional<Shares> shares_at(const std::string& size) {
  const json trace = Submission::get().trace(size);
  if (!trace.is_object()) return std::nullopt;
  Shares shares;
  for (const json& launch : trace.at("launches")) {
    const Shares more = shares_of(launch);
    shares.busiest += more.busiest;
    shares.all += more.all;
  }
  return shares;
}

}  // namespace

void require_warps_at_work(const std::string& size, double least) {
  if (!kOnSimulator) return;
  static std::map<std::string, std::optional<Shares>> traced;
  if (!traced.contains(size)) traced[size] = shares_at(size);
  if (!traced[size]) FAIL("With --size " << size << " no trace of the kernels was written in the time that a run may take.");
  const auto [busiest, all] = *traced[size];
  if (static_cast<double>(all) >= least * static_cast<double>(busiest)) return;
  FAIL(fmt::format(
      "With --size {} one warp makes {} of the {} accesses to memory that all warps make, as if {:.1f} warps were at work; the "
      "work is enough for {:.0f} and more. Give the threads of each block elements of their own: blockIdx and threadIdx say which.",
      size, busiest, all, static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(busiest, 1)), least));
}

}  // namespace lockstep::testing
