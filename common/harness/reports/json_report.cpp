/// @file
/// @brief Results as JSON.
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/reports/report.hpp"

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json extent(Size size, int dimensions) { return dimensions == 1 ? Json(size.width) : Json(to_string(size, dimensions)); }

Json asked_or_null(unsigned asked) { return asked != 0 ? Json(asked) : Json(nullptr); }

/// What was asked of all launches.
void add_launch(const RunResult& run, const Point& point, Json& json) {
  json["block"] = asked_or_null(point.block);
  json["grid"] = asked_or_null(point.grid);
  if (run.takes_tile) json["tile"] = point.tile.threads() != 0 ? Json(to_string(point.tile)) : Json(nullptr);
  if (point.elements != 0) json["elements"] = point.elements;
  if (point.threads != 0) json["threads"] = point.threads;
  if (run.sweeps_over("type")) json["type"] = point.type;
}

Json timing(const std::optional<Timing>& time) {
  if (!time) return nullptr;
  return {{"median", time->median}, {"min", time->min}, {"max", time->max}, {"reps", time->reps}};
}

Json lines(const std::vector<LineCounters>& all) {
  Json list = Json::array();
  for (const LineCounters& line : all) list.push_back({{"file", line.file}, {"line", line.line}, {"counters", line.counters}});
  return list;
}

Json share(const Share& share) { return {{"busiest", share.busiest}, {"all", share.all}}; }

Json shares(const WarpShares& shares) {
  return {{"global", share(shares.global)},
          {"global_and_shared", share(shares.global_and_shared)},
          {"read_bytes", share(shares.read_bytes)},
          {"stored_bytes", share(shares.stored_bytes)},
          {"read_of_all", share(shares.read_of_all)},
          {"stored_of_all", share(shares.stored_of_all)},
          {"most_steps", shares.most_steps}};
}

Json launches(const std::vector<LaunchCounters>& all) {
  Json list = Json::array();
  for (const LaunchCounters& launch : all) {
    list.push_back({{"kernel", launch.kernel}, {"grid", launch.grid}, {"block", launch.block}, {"counters", launch.counters}});
    if (launch.shares) list.back()["shares"] = shares(*launch.shares);
  }
  return list;
}

Json hazards(const std::vector<Hazard>& all) {
  Json list = Json::array();
  for (const Hazard& hazard : all)
    list.push_back({{"kind", hazard.kind},
                    {"severity", name_of(hazard.severity)},
                    {"kernel", hazard.kernel},
                    {"file", hazard.file},
                    {"line", hazard.line},
                    {"other_file", hazard.other_file},
                    {"other_line", hazard.other_line},
                    {"threads", hazard.threads},
                    {"message", hazard.message},
                    {"fix", hazard.fix},
                    {"witness", hazard.witness},
                    {"count", hazard.count},
                    {"text", hazard.text}});
  return list;
}

void add_seen(const Observation& seen, Json& json) {
  json["counters"] = seen.counters;
  json["hazards"] = hazards(seen.hazards);
  json["launches"] = launches(seen.launches);
  json["lines"] = lines(seen.lines);
  json["bytes_to_host"] = seen.bytes_to_host;
  json["bytes_to_constants"] = seen.bytes_to_constants;
  json["texture_bytes"] = seen.texture_bytes;
}

Json version(const VersionResult& result) {
  Json json{{"name", result.version.name},
            {"stage", result.version.stage},
            {"idea", result.version.idea},
            {"verified", result.verified},
            {"error", or_null(result.error)},
            {"bound", or_null(result.bound)},
            {"time_ms", timing(result.time)},
            {"end_to_end_ms", timing(result.end_to_end)},
            {"gb_per_s", or_null(result.gb_per_s)},
            {"gflop_per_s", or_null(result.gflop_per_s)},
            {"percent_of_limit", or_null(result.percent_of_limit)},
            {"speedup",
             {{"naive", or_null(result.speedup.naive)},
              {"first", or_null(result.speedup.first)},
              {"before", or_null(result.speedup.before)},
              {"cpu", or_null(result.speedup.cpu)},
              {"library", or_null(result.speedup.library)}}}};
  if (result.work > 0) json["work"] = result.work;
  if (result.rate) json["rate"] = *result.rate;
  if (result.iterations > 0) json["iterations"] = result.iterations;
  for (const Note& note : result.notes) json["notes"][note.name] = note.value;
  if (result.seen) add_seen(*result.seen, json);
  if (!result.failure.empty()) json["failure"] = result.failure;
  if (!result.skipped.empty()) json["skipped"] = result.skipped;
  if (result.machine_lacks) json["machine_lacks"] = true;
  if (!result.untimed.empty()) json["untimed"] = result.untimed;
  return json;
}

Json versions(const Point& point) {
  Json list = Json::array();
  for (const VersionResult& result : point.versions) list.push_back(version(result));
  return list;
}

/// A value is a number where all values of the axis are.
Json axis_json(const RunResult& run, const SweepAxis& axis) {
  Json values = Json::array();
  const bool words = axis.key == "type" || axis.key == "tile" || (axis.key == "size" && run.dimensions != 1);
  for (const std::string& value : axis.values) values.push_back(words ? Json(value) : Json::parse(value));
  return {{"key", axis.key}, {"values", values}};
}

void add_sweep(const RunResult& run, Json& json) {
  Json runs = Json::array();
  for (const Point& point : run.points) {
    Json one{{"size", extent(point.size, run.dimensions)}};
    add_launch(run, point, one);
    one["versions"] = versions(point);
    runs.push_back(std::move(one));
  }
  json["sweep"] = axis_json(run, run.sweeps.front());
  if (run.sweeps.size() == 2) json["sweep"]["by"] = axis_json(run, run.sweeps.back());
  json["runs"] = runs;
}

}  // namespace

std::string json_text(const RunResult& run) {
  Json json{{"lesson", run.lesson}};
  if (!run.type.empty() && !run.sweeps_over("type")) json["type"] = run.type;
  json["backend"] = run.backend;
  json["device"] = run.device;
  if (!run.toolkit.empty()) json["toolkit"] = run.toolkit;
  const bool sweeps = !run.sweeps.empty();
  if (!sweeps) json["size"] = extent(run.points.at(0).size, run.dimensions);
  json["seed"] = run.seed;
  if (!run.input.empty()) json["input"] = run.input;
  if (!run.rate.empty()) json["rate"] = run.rate;
  for (const SettingValue& setting : run.settings) json["settings"][setting.name] = setting.value;
  if (!sweeps) add_launch(run, run.points[0], json);
  if (const auto& counted = run.points.at(0).counted; !sweeps && counted)
    json["counted"] = {{"size", extent(counted->size, run.dimensions)}, {"needed_bytes", counted->needed_bytes}};
  json["limits"] = {{"copy_gb_per_s", or_null(run.limits.copy_gb_per_s)}, {"fma_gflop_per_s", or_null(run.limits.fma_gflop_per_s)}};
  if (sweeps)
    add_sweep(run, json);
  else
    json["versions"] = versions(run.points[0]);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep
