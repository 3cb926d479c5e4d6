/// @file
/// @brief Results as JSON.
#include <nlohmann/json.hpp>

#include "report.hpp"

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json extent(Size size) { return size.height == 1 ? Json(size.width) : Json(to_string(size)); }

Json launch(unsigned asked) { return asked != 0 ? Json(asked) : Json(nullptr); }

Json timing(const std::optional<Timing>& time) {
  if (!time) return nullptr;
  return {{"median", time->median}, {"min", time->min}, {"max", time->max}, {"reps", time->reps}};
}

Json version(const VersionResult& result) {
  Json json{{"name", result.version.name},
            {"stage", result.version.stage},
            {"idea", result.version.idea},
            {"verified", result.verified},
            {"error", number(result.error)},
            {"bound", number(result.bound)},
            {"time_ms", timing(result.time)},
            {"end_to_end_ms", timing(result.end_to_end)},
            {"gb_per_s", number(result.gb_per_s)},
            {"gflop_per_s", number(result.gflop_per_s)},
            {"percent_of_limit", number(result.percent_of_limit)},
            {"speedup",
             {{"naive", number(result.speedup.naive)}, {"cpu", number(result.speedup.cpu)}, {"library", number(result.speedup.library)}}}};
  if (!result.failure.empty()) json["failure"] = result.failure;
  return json;
}

Json versions(const Point& point) {
  Json list = Json::array();
  for (const VersionResult& result : point.versions) list.push_back(version(result));
  return list;
}

Json value_of(const Point& point, const std::string& key) {
  if (key == "size") return extent(point.size);
  return key == "block" ? point.block : point.grid;
}

void add_sweep(const RunResult& run, Json& json) {
  Json values = Json::array(), runs = Json::array();
  for (const Point& point : run.points) {
    values.push_back(value_of(point, run.sweep));
    runs.push_back(
        {{"size", extent(point.size)}, {"block", launch(point.block)}, {"grid", launch(point.grid)}, {"versions", versions(point)}});
  }
  json["sweep"] = {{"key", run.sweep}, {"values", values}};
  json["runs"] = runs;
}

}  // namespace

std::string json_text(const RunResult& run) {
  Json json{{"lesson", run.lesson}, {"backend", run.backend}, {"device", run.device}};
  const bool sweeps = !run.sweep.empty();
  if (!sweeps) json["size"] = extent(run.points.at(0).size);
  json["seed"] = run.seed;
  if (!sweeps) {
    json["block"] = launch(run.points[0].block);
    json["grid"] = launch(run.points[0].grid);
  }
  json["limits"] = {{"copy_gb_per_s", number(run.limits.copy_gb_per_s)}, {"fma_gflop_per_s", number(run.limits.fma_gflop_per_s)}};
  if (sweeps)
    add_sweep(run, json);
  else
    json["versions"] = versions(run.points[0]);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep
