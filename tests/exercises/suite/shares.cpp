/// @file
/// @brief Adds up the shares of all launches.
#include "shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "catch.hpp"

namespace lockstep::testing {
namespace {

using nlohmann::json;

}  // namespace

Shares::Shares(const json& seen, std::string run) : run_(std::move(run)) {
  if (seen.contains("launches")) launches_ = seen.at("launches");
}

double Shares::Share::warps() const { return all / std::max(busiest, 1.0); }

Shares::Share Shares::of(const char* what) const {
  if (launches_.empty()) FAIL("With " << run_ << " no kernels were seen.");
  Share share;
  for (const json& launch : launches_) {
    const json& own = launch.at("shares").at(what);
    share.busiest += own.at("busiest").get<double>();
    share.all += own.at("all").get<double>();
  }
  return share;
}

void Shares::require_warps_at_work(double least, Accesses counted) const {
  const Share share = of(counted == Accesses::global ? "global" : "global_and_shared");
  if (of("global_and_shared").all == 0) FAIL("With " << run_ << " no warp makes any access to memory.");
  if (share.all >= least * share.busiest) return;
  FAIL(fmt::format(
      "With {} one warp makes {:.0f} of the {:.0f} accesses to memory that all warps make, as if {:.1f} warps were at work; the "
      "work is enough for {:.0f} and more. {}",
      run_, share.busiest, share.all, share.warps(), std::ceil(least), kAdvice));
}

void Shares::require_accesses_at_most(double most) const {
  const double all = of("global_and_shared").all;
  if (all <= most) return;
  FAIL(
      fmt::format("With {} the warps together make {:.0f} accesses to memory; {:.0f} are enough. Do several threads or blocks do the same "
                  "work? {}",
                  run_, all, most, kAdvice));
}

void Shares::require_steps_of_a_warp_at_most(double most) const {
  double steps = 0;
  for (const json& launch : launches_) steps += launch.at("shares").at("most_steps").get<double>();
  if (steps <= most) return;
  FAIL(fmt::format("With {} one warp makes {:.0f} steps, as if it went through all of the input alone; {:.0f} are enough. {}", run_, steps,
                   most, kAdvice));
}

void Shares::require_readers(double least, std::size_t bytes) const {
  require_spread(of("read_bytes"), least, bytes, "read");
  require_spread(of("read_of_all"), least, bytes, "read");
}

void Shares::require_writers(double least, std::size_t bytes) const {
  require_spread(of("stored_bytes"), least, bytes, "store");
  require_spread(of("stored_of_all"), least, bytes, "store");
}

void Shares::require_spread(const Share& share, double least, std::size_t bytes, const char* verb) const {
  const auto needed = static_cast<double>(bytes);
  const Share counted{.busiest = share.busiest, .all = std::min(share.all, 2 * needed)};
  if (share.all < needed / 4 || counted.all >= least * counted.busiest) return;
  FAIL(fmt::format(
      "With {} one warp {}s {:.0f} of {:.0f} bytes, as if {:.1f} warps were at work; the work is enough for {:.0f} and more. {}", run_,
      verb, counted.busiest, counted.all, counted.warps(), std::ceil(least), kAdvice));
}

}  // namespace lockstep::testing
