/// @file
/// @brief Runs versions on the simulator, and adds up what it counts.
#include "site/numbers/simulated.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <regex>
#include <span>
#include <sstream>
#include <vector>

#include "lockstep/usage_error.hpp"
#include "observation/observation.hpp"

namespace lockstep::site {
namespace {

using nlohmann::json;

/// The words of "run [LESSON] VERSION [kernel=NAME] [OPTION…]".
struct Wanted {
  std::string lesson{}, kernel{}, options{};
};

Wanted parse_wanted(const std::string& where, const std::string& lesson) {
  constexpr std::string_view kKernel = "kernel=";
  std::istringstream words(where);
  std::string word, version;
  words >> word >> version;
  Wanted wanted{.lesson = lesson};
  if (std::regex_match(version, std::regex(R"(\d\d(_\w+)?)"))) {
    wanted.lesson = version;
    version.clear();
    words >> version;
  }
  if (wanted.lesson.empty()) throw UsageError(fmt::format("\"{}\" names no lesson: a run is \"run 03 VERSION [OPTION…]\"", where));
  if (version.empty() || version.starts_with('-') || version.starts_with(kKernel))
    throw UsageError(fmt::format("\"{}\" names no version: a run is \"run [LESSON] VERSION [kernel=NAME] [OPTION…]\"", where));
  wanted.options = "--kernel " + version;
  while (words >> word) {
    if (word.starts_with(kKernel))
      wanted.kernel = word.substr(kKernel.size());
    else
      wanted.options += " " + word;
  }
  return wanted;
}

/// What was counted of some launches.
struct Counted {
  Counters counters{};
  std::optional<double> needed_bytes{};
  double blocks = 0, threads = 0;
};

double product(const json& extent) {
  double all = 1;
  for (const json& side : extent) all *= side.get<double>();
  return all;
}

Counted counted_in(const json& run, const std::string& kernel) {
  Counted counted;
  std::vector<Counters> parts;
  for (const json& launch : run.at("versions").front().at("launches")) {
    if (!kernel.empty() && launch.at("kernel") != kernel) continue;
    const double blocks = product(launch.at("grid"));
    counted.blocks += blocks;
    counted.threads += blocks * product(launch.at("block"));
    parts.push_back(launch.at("counters").get<Counters>());
  }
  if (kernel.empty()) counted.needed_bytes = run.at("counted").at("needed_bytes").get<double>();
  counted.counters = kernel.empty() ? run.at("versions").front().at("counters").get<Counters>() : total(parts);
  return counted;
}

double sum_of(const Counters& counters, std::span<const Counter> rows) {
  double sum = 0;
  for (const Counter& row : rows) sum += value_of(counters, row);
  return sum;
}

std::optional<double> quotient(double dividend, double divisor) { return divisor == 0 ? std::nullopt : std::optional(dividend / divisor); }

using Field = std::function<std::optional<double>(const Counted&)>;

Field one(const Counter& counter) {
  return [&counter](const Counted& c) { return value_of(c.counters, counter); };
}

Field sum(std::span<const Counter> rows) {
  return [rows](const Counted& c) { return sum_of(c.counters, rows); };
}

Field sectors_a(const char* op) {
  return [op](const Counted& c) {
    return quotient(value_of(c.counters, of_op(kCounters.sectors, op)), value_of(c.counters, of_op(kCounters.requests, op)));
  };
}

std::optional<double> moved_per_needed(const Counted& c) {
  return c.needed_bytes ? quotient(value_of(c.counters, kCounters.bytes_moved), *c.needed_bytes) : std::nullopt;
}

std::optional<double> active_lanes(const Counted& c) {
  return quotient(value_of(c.counters, kCounters.lane_steps), value_of(c.counters, kCounters.steps));
}

const Field& field_called(const std::string& name) {
  static const std::map<std::string, Field> kFields{
      {"sectors_per_load", sectors_a("ld")},
      {"sectors_per_store", sectors_a("st")},
      {"loads", one(of_op(kCounters.requests, "ld"))},
      {"stores", one(of_op(kCounters.requests, "st"))},
      {"sectors", sum(kCounters.sectors)},
      {"moved", one(kCounters.bytes_moved)},
      {"moved_per_needed", moved_per_needed},
      {"wavefronts", sum(kCounters.wavefronts)},
      {"bank_conflicts", sum(kCounters.bank_conflicts)},
      {"active_lanes", active_lanes},
      {"barriers", one(kCounters.barriers)},
      {"atomics", one(kCounters.atomics)},
      {"contention", one(kCounters.contention)},
      {"blocks", [](const Counted& c) { return c.blocks; }},
      {"threads", [](const Counted& c) { return c.threads; }},
  };
  const auto found = kFields.find(name);
  if (found == kFields.end()) throw UsageError(fmt::format("a run on the simulator has no field {}", name));
  return found->second;
}

}  // namespace

bool is_simulated(const std::string& where) { return where == "run" || where.starts_with("run "); }

const json& SimulatedRuns::run(const std::string& lesson, const std::string& options) {
  const std::string command = fmt::format("./lockstep run {} {}", lesson.substr(0, 2), options);
  const auto known = runs_.find(command);
  if (known != runs_.end()) return known->second;
  const std::string file = fmt::format("run_{}.json", runs_.size() + 1);
  return runs_[command] = json::parse(scratch_.file_of(fmt::format("{} --json {}", command, file), file));
}

double SimulatedRuns::value(const std::string& field, const std::string& where, const std::string& lesson) {
  const Field& of = field_called(field);
  const Wanted wanted = parse_wanted(where, lesson);
  const json& ran = run(wanted.lesson, wanted.options);
  try {
    const Counted counted = counted_in(ran, wanted.kernel);
    if (!wanted.kernel.empty() && counted.blocks == 0) throw UsageError(fmt::format("{}: no kernel {} was launched", where, wanted.kernel));
    if (const auto number = of(counted)) return *number;
  } catch (const json::exception&) {
  }
  throw UsageError(fmt::format("{} has no {}", where, field));
}

}  // namespace lockstep::site
