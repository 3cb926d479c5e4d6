/// @file
/// @brief Runs a submission under the observers, reads the counters, and puts what they say into words.
#include "observed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "catch.hpp"
#include "counted.hpp"
#include "submission.hpp"

namespace lockstep::testing {
namespace {

using nlohmann::json;

std::string place_of(const json& line) {
  return fmt::format("{}:{}", std::filesystem::path(line.at("file").get<std::string>()).filename().string(), line.at("line").get<int>());
}

double sum_of(const json& line, std::span<const Counter> counters) {
  double sum = 0;
  for (const Counter& counter : counters) sum += line.at("counters").value(counter.name, 0.0);
  return sum;
}

/// Of the bytes that the problem needs, what the host may look at in run(), beside some flags: partial sums, but not the inputs.
constexpr double kMostToHost = 0.25, kFewBytes = 4096;

}  // namespace

Observed::Observed(json seen, const std::string& size, double needed_bytes, double output_bytes)
    : version_(std::move(seen)), needed_bytes_(needed_bytes) {
  if (!version_.contains("launches") || !version_.contains("counters")) FAIL("With --size " << size << " no kernels were seen.");
  const Submission& submission = Submission::get();
  if (launches() == 0) submission.condemn(fmt::format("With --size {} no kernel was launched: the work must be done on the GPU.", size));
  if (counts().bytes_moved() < needed_bytes_)
    submission.condemn(
        fmt::format("With --size {} the kernels moved {:.0f} bytes; reading all inputs and writing all outputs takes {:.0f}. "
                    "The work must be done by kernels.",
                    size, counts().bytes_moved(), needed_bytes_));
  const double copied = version_.at("bytes_to_host").get<double>() - output_bytes, most = kMostToHost * needed_bytes_ + kFewBytes;
  if (copied > most)
    submission.condemn(
        fmt::format("With --size {} the host got {:.0f} bytes from device memory during run(); at most {:.0f} are allowed. "
                    "The work must be done by kernels.",
                    size, copied, most));
  keep_counted(version_, size, needed_bytes_);
}

void Observed::fail_at_busiest(std::span<const Counter> counters, const std::string& said) const {
  const json* busiest = nullptr;
  for (const json& line : version_.at("lines"))
    if (busiest == nullptr || sum_of(line, counters) > sum_of(*busiest, counters)) busiest = &line;
  FAIL(said << (busiest != nullptr && sum_of(*busiest, counters) > 0 ? "\nMost of it is at " + place_of(*busiest) + "." : ""));
}

void Observed::require_no_hazards() const {
  if (const std::string errors = hazards_of(version_, false); !errors.empty()) FAIL(errors);
}

void Observed::require_moved_at_most(double most) const {
  if (moved_over_needed() <= most) return;
  fail_at_busiest(kCounters.sectors,
                  fmt::format("The warps moved {:.2f} times the bytes that the problem needs; at most {:.2f} times is allowed. "
                              "(A warp moves whole sectors of 32 bytes.)",
                              moved_over_needed(), most));
}

void Observed::require_coalesced(double most) const {
  for (const char* const op : {"ld", "st"}) {
    const double touched = counts().sectors(op), ideal = counts().ideal_sectors(op);
    if (touched <= most * ideal) continue;
    fail_at_busiest(std::array{of_op(kCounters.sectors, op)},
                    fmt::format("The {} touch {:.1f} times as many sectors as they would if neighbouring lanes took neighbouring elements; "
                                "at most {:.2f} times is allowed.",
                                op == std::string("ld") ? "loads" : "stores", touched / ideal, most));
  }
}

void Observed::require_bank_conflicts_at_most(double most) const {
  const double conflicts = counts().bank_conflicts("ld") + counts().bank_conflicts("st") + counts().bank_conflicts("atom");
  if (conflicts <= most) return;
  fail_at_busiest(kCounters.bank_conflicts,
                  fmt::format("Shared memory took {:.0f} extra rounds because lanes of a warp met in a bank; at most {:.0f} are allowed.",
                              conflicts, most));
}

void Observed::require_atomics_at_most(double most) const {
  if (counts().atomics() <= most) return;
  fail_at_busiest(std::array{kCounters.atomics},
                  fmt::format("There were {:.0f} atomic operations; at most {:.0f} are allowed.", counts().atomics(), most));
}

void Observed::require_barriers_at_most(double most) const {
  if (counts().barriers() <= most) return;
  fail_at_busiest(std::array{kCounters.barriers},
                  fmt::format("Blocks waited at {:.0f} barriers; at most {:.0f} are allowed.", counts().barriers(), most));
}

void Observed::require_launches_at_most(std::size_t most) const {
  if (launches() > most) FAIL(fmt::format("There were {} launches; at most {} are allowed.", launches(), most));
}

void Observed::require_blocks_at_least(double least) const {
  double most = 0;
  for (const json& launch : version_.at("launches")) most = std::max(most, grading::Counts(launch).blocks());
  if (most < least) FAIL(fmt::format("At least {:.0f} blocks are required in a launch; the largest had {:.0f}.", least, most));
}

void Observed::require_lanes_at_least(double least) const {
  if (counts().lanes() < least)
    FAIL(fmt::format("On average {:.1f} of a warp's 32 lanes were active; at least {:.1f} are required.", counts().lanes(), least));
}

std::string hazards_of(const json& seen, bool with_warnings) {
  std::string hazards;
  if (!seen.contains("hazards")) return hazards;
  for (const json& hazard : seen.at("hazards"))
    if (hazard.at("severity") == "error" || (with_warnings && hazard.at("severity") == "warning"))
      hazards += hazard.at("text").get<std::string>();
  return hazards;
}

}  // namespace lockstep::testing
