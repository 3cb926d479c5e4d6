/// @file
/// @brief Adds up what launches cost.
#include "grading/rank/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "grading/verdict/counts.hpp"
#include "support/read_file.hpp"

namespace lockstep::grading {
namespace {

using Json = nlohmann::ordered_json;

template <std::size_t N>
double sum_of(const Counts& counts, const std::array<Counter, N>& rows) {
  double sum = 0;
  for (const Counter& row : rows) sum += counts.count(row);
  return sum;
}

/// A count that a run of seconds can reach: so the sum of many is exact. The program that is judged reports it, and could report anything.
double possible(double count) {
  constexpr double kMost = 1e12;
  if (count < 0 || count > kMost) throw std::invalid_argument(fmt::format("no run counts {:g} of anything", count));
  return count;
}

double warps_of(const Counts& launch) {
  constexpr double kLanes = 32;
  return launch.blocks() * std::ceil(launch.threads() / kLanes);
}

/// What a launch of few warps takes longer than one of many that does as much.
double idle_clocks(double busy_clocks, double warps) {
  return warps < kFullWarps ? std::round(busy_clocks * (kFullWarps / std::max(1.0, warps) - 1)) : 0;
}

Work work_of_launch(const nlohmann::json& launch) {
  const Counts counts(launch);
  Work work{.sectors = sum_of(counts, kCounters.sectors),
            .accesses = sum_of(counts, kCounters.requests),
            .wavefronts = sum_of(counts, kCounters.wavefronts),
            .atomics = counts.atomics(),
            .barriers = counts.barriers()};
  work.idle = idle_clocks(cost_of(work), warps_of(counts));
  work.launches = 1;
  return work;
}

}  // namespace

double cost_of(const Work& work) {
  double clocks = 0;
  for (const Price& price : kPrices) clocks += price.clocks * work.*price.count;
  return clocks;
}

Work work_of(const nlohmann::json& version) {
  Work all;
  for (const nlohmann::json& launch : version.at("launches")) {
    const Work work = work_of_launch(launch);
    for (const Price& price : kPrices) all.*price.count += possible(work.*price.count);
  }
  // What kernels read through textures and from constants, as if whole warps had read it in whole sectors.
  const double elsewhere = possible(version.value("bytes_to_constants", 0.0)) + possible(version.value("texture_bytes", 0.0));
  constexpr double kSectorBytes = 32, kWarpBytes = 128;
  all.sectors += elsewhere / kSectorBytes;
  all.accesses += elsewhere / kWarpBytes;
  return all;
}

Json to_json(const CountedRun& run) {
  Json json{{"size", run.size}};
  for (const Price& price : kPrices) json[price.name] = run.work.*price.count;
  return json;
}

CountedRun counted_run(const Json& json) {
  CountedRun run{.size = json.at("size"), .work = {}};
  for (const Price& price : kPrices) run.work.*price.count = json.at(price.name);
  return run;
}

std::optional<CountedRun> read_counted(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  if (text.empty()) return std::nullopt;
  return counted_run(Json::parse(text));
}

}  // namespace lockstep::grading
