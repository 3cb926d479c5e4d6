/// @file
/// @brief Runs a submission under the observers, reads the counters, and puts what they say into words.
#include "observed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
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

/// Of the bytes that the problem needs, what the host may look at in run(): partial sums, but not the inputs.
constexpr double kMostToHost = 0.25;
/// For each launch it may look at a few numbers more, such as a flag or a residual; of a small problem these may be as many as the inputs.
constexpr double kBytesALaunch = 16, kFewBytes = 64;

/// The most that the host may get from device memory. Of a small problem, an allowance for partial sums is more than the inputs: where the
/// sizes of a part grow, a larger one shows who did the work.
double most_to_host(const ProblemBytes& bytes, std::size_t launches) {
  const double share = kMostToHost * bytes.needed;
  if (bytes.sums > 0) return share + bytes.sums;
  return std::max(kFewBytes, std::min(share + kBytesALaunch * static_cast<double>(launches), bytes.inputs / 2));
}

/// The simulator counts each member of a vector that is read alone, where nvcc may read all of them at once.
std::string about_vectors(double ratio) {
  const bool is_of_members = std::abs(ratio - 4) < 0.1 || std::abs(ratio - 2) < 0.1;
  return is_of_members
             ? " If these are the members of a float4 or float2, one by one: copy the whole, as in const float4 v = p[i], and pass it on "
               "by value."
             : "";
}

bool is_of_error(const json& hazard) { return hazard.at("severity") == "error"; }

/// Those that leave a program legal are none here: memory that is not freed, a mask that names lanes which have ended.
bool is_of_barrier(const json& hazard) { return hazard.at("kind") == "divergent-barrier"; }

template <class Which>
std::string texts_of(const json& seen, const Which& which) {
  std::string texts;
  if (!seen.contains("hazards")) return texts;
  for (const json& hazard : seen.at("hazards"))
    if (which(hazard)) texts += hazard.at("text").get<std::string>();
  return texts;
}

}  // namespace

Observed::Observed(json seen, const std::string& size, const ProblemBytes& bytes) : version_(std::move(seen)), needed_bytes_(bytes.needed) {
  if (!version_.contains("launches") || !version_.contains("counters")) FAIL("With --size " << size << " no kernels were seen.");
  const Submission& submission = Submission::get();
  if (launches() == 0) submission.condemn(fmt::format("With --size {} no kernel was launched: the work must be done on the GPU.", size));
  if (const double moved = bytes_moved(); moved < needed_bytes_)
    submission.condemn(
        fmt::format("With --size {} the kernels moved {:.0f} bytes; reading all inputs and writing all outputs takes {:.0f}. "
                    "The work must be done by kernels.",
                    size, moved, needed_bytes_));
  to_host_ = version_.at("bytes_to_host").get<double>() - bytes.outputs;
  if (const double most = most_to_host(bytes, launches()); to_host_ > most)
    submission.condemn(
        fmt::format("With --size {} the host got {:.0f} bytes from device memory during run(); at most {:.0f} are allowed. "
                    "The work must be done by kernels.",
                    size, to_host_, most));
  keep_counted(version_, size, needed_bytes_);
}

double Observed::bytes_moved() const {
  return counts().bytes_moved() + version_.at("texture_bytes").get<double>() + version_.at("bytes_to_constants").get<double>();
}

void Observed::fail_at_busiest(std::span<const Counter> counters, const std::string& said) const {
  const json* busiest = nullptr;
  for (const json& line : version_.at("lines"))
    if (busiest == nullptr || sum_of(line, counters) > sum_of(*busiest, counters)) busiest = &line;
  FAIL(said << (busiest != nullptr && sum_of(*busiest, counters) > 0 ? "\nMost of it is at " + place_of(*busiest) + "." : ""));
}

void Observed::require_no_hazards() const {
  const std::string hazards = texts_of(version_, [](const json& hazard) { return is_of_error(hazard) || is_of_barrier(hazard); });
  if (!hazards.empty()) FAIL(hazards);
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
                                "at most {:.2f} times is allowed.{}",
                                op == std::string("ld") ? "loads" : "stores", touched / ideal, most, about_vectors(touched / ideal)));
  }
}

void Observed::require_lane_steps_at_most(double most) const {
  const double steps = counts().count(kCounters.lane_steps);
  if (steps <= most) return;
  fail_at_busiest(std::array{kCounters.lane_steps},
                  fmt::format("All threads together made {:.0f} steps (a statement, or an access to memory); at most {:.0f} are allowed at "
                              "this size. Do several threads or blocks do the same work? Give each a share of its own.",
                              steps, most));
}

void Observed::require_stored_at_most(double most) const {
  const double stored = counts().ideal_sectors("st");
  if (stored <= most) return;
  fail_at_busiest(
      std::array{of_op(kCounters.ideal_sectors, "st")},
      fmt::format("Stores to global memory would take {:.0f} sectors (of 32 bytes), even if all lanes stood side by side; at most {:.0f} "
                  "are allowed at this size. Is each element of the result the work of one thread, or do several threads or blocks "
                  "compute the same?",
                  stored, std::floor(most)));
}

void Observed::require_to_host_at_most(double most) const {
  if (to_host_ <= most) return;
  FAIL(fmt::format(
      "The host got {:.0f} bytes from device memory during run(); at most {:.0f} are allowed. Kernels must do all of the work, a "
      "rest and the last step too.",
      to_host_, most));
}

void Observed::require_to_constants_at_most(double most, const std::string& instead) const {
  const auto bytes = version_.at("bytes_to_constants").get<double>();
  if (bytes <= most) return;
  FAIL(fmt::format("{:.0f} bytes were copied from global into constant memory; this exercise allows {:.0f}. {}.", bytes, most, instead));
}

void Observed::require_bank_conflicts_at_most(double most) const {
  const double conflicts = counts().bank_conflicts("ld") + counts().bank_conflicts("st") + counts().bank_conflicts("atom");
  if (conflicts <= most) return;
  fail_at_busiest(kCounters.bank_conflicts,
                  fmt::format("Shared memory took {:.0f} extra rounds because lanes of a warp met in a bank; at most {:.0f} are allowed.",
                              conflicts, most));
}

void Observed::require_shared_loads_at_least(double least, const std::string& of) const {
  const double loads = counts().shared_requests("ld");
  if (loads >= least) return;
  FAIL(
      fmt::format("Warps read shared memory {:.0f} times; at this size at least {:.0f} are required. Load {} into shared memory, and "
                  "compute with what is there.",
                  loads, std::ceil(least), of));
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

json Observed::busiest_launch() const {
  const json& launches = version_.at("launches");
  return *std::ranges::max_element(launches, {}, [](const json& launch) { return grading::Counts(launch).bytes_moved(); });
}

void Observed::require_blocks_at_least(double least) const {
  const json launch = busiest_launch();
  if (const double blocks = grading::Counts(launch).blocks(); blocks < least)
    FAIL(fmt::format("The launch of {} moves most of the bytes, with {:.0f} blocks; at least {:.0f} are required at this size.",
                     launch.at("kernel").get<std::string>(), blocks, least));
}

void Observed::require_warps_at_least(double least) const {
  const json launch = busiest_launch();
  const grading::Counts counts(launch);
  const double warps = counts.blocks() * std::ceil(counts.threads() / 32);
  if (warps >= least) return;
  FAIL(
      fmt::format("The launch of {} moves most of the bytes, with {:.0f} x {:.0f} threads (blocks x threads of a block), or {:.0f} x 32. "
                  "There is work for more: at least {:.0f} x 32 are required at this size.",
                  launch.at("kernel").get<std::string>(), counts.blocks(), counts.threads(), warps, least));
}

void Observed::require_lanes_at_least(double least) const {
  if (counts().lanes() < least)
    FAIL(fmt::format("On average {:.1f} of a warp's 32 lanes were active; at least {:.1f} are required.", counts().lanes(), least));
}

std::string hazards_of(const json& seen) {
  return texts_of(seen, [](const json& hazard) { return hazard.at("severity") != "note"; });
}

}  // namespace lockstep::testing
