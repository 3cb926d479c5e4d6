/// @file
/// @brief Reads docs/results, and finds numbers there.
#include "site/numbers/records.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <regex>
#include <sstream>

#include "bench/summary.hpp"
#include "lockstep/usage_error.hpp"
#include "site/numbers/text.hpp"

namespace lockstep::site {
namespace {

using nlohmann::json;

/// The words of "[LESSON] RUN [KEY=VALUE…] VERSION".
struct Place {
  std::string lesson{}, file{}, version{};
  std::vector<std::pair<std::string, std::string>> at{};
};

Place parse_place(const std::string& where, const std::string& lesson) {
  std::istringstream words(where);
  Place place{.lesson = lesson};
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (std::regex_match(word, std::regex(R"(\d\d(_\w+)?)")) && place.file.empty())
      place.lesson = word;
    else if (equals != word.npos)
      place.at.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    else
      (place.file.empty() ? place.file : place.version) = word;
  }
  if (place.file.empty()) throw UsageError(fmt::format("\"{}\" names no record", where));
  return place;
}

/// The run of a sweep at those values, or the record itself.
const json& run_at(const json& record, const Place& place) {
  if (!record.contains("runs")) return record;
  for (const json& run : record.at("runs")) {
    bool all = true;
    for (const auto& [key, value] : place.at) all = all && run.contains(key) && bench::as_text(run.at(key)) == value;
    if (all) return run;
  }
  throw UsageError(fmt::format("{} {} has no run with {}={}", place.lesson, place.file, place.at.empty() ? "" : place.at.front().first,
                               place.at.empty() ? "" : place.at.front().second));
}

const json& version_in(const json& run, const Place& place) {
  const json* found = nullptr;
  for (const json& version : run.at("versions")) {
    const std::string name = version.at("name");
    if (name == place.version) return version;
    if (!goes_by(name, place.version)) continue;
    if (found != nullptr)
      throw UsageError(fmt::format("{} {}: more than one version begins with {}", place.lesson, place.file, place.version));
    found = &version;
  }
  if (found == nullptr) throw UsageError(fmt::format("{} {} has no version {}", place.lesson, place.file, place.version));
  return *found;
}

std::optional<double> as_number(const json& value) { return value.is_number() ? std::optional(value.get<double>()) : std::nullopt; }

/// What a profiler counted in a launch of the version: the first that fits what is said about launches, "kernel=add" for example.
std::optional<double> counter_in(const json& record, const Place& place) {
  std::string metric;
  for (const json& launch : record.at("launches")) {
    bool fits = goes_by(launch.at("version").get<std::string>(), place.version);
    for (const auto& [key, value] : place.at) {
      if (key == "metric")
        metric = value;
      else
        fits = fits && launch.contains(key) && bench::as_text(launch.at(key)) == value;
    }
    if (fits) return as_number(launch.at("counters").at(metric));
  }
  return std::nullopt;
}

std::optional<double> number_at(const json& record, const json& run, const Place& place, const std::string& field) {
  if (field == "copy_gb") return as_number(record.at("limits").at("copy_gb_per_s"));
  if (field == "fma_gflop") return as_number(record.at("limits").at("fma_gflop_per_s"));
  if (field == "n") return as_number(run.at("size"));
  if (field == "counter") return counter_in(record, place);
  return measured(version_in(run, place), field);
}

/// The files NN_name/counters….json of a folder; none if it does not exist.
std::vector<bench::RecordedRun> read_counted(const std::filesystem::path& folder) {
  std::vector<bench::RecordedRun> found;
  if (!std::filesystem::exists(folder)) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::filesystem::path& file = entry.path();
    if (file.filename().string().starts_with("counters") && file.extension() == ".json")
      found.push_back({file.parent_path().filename(), file.stem(), json::parse(read_page(file))});
  }
  return found;
}

}  // namespace

Records::Records(const bench::Record& record, const std::filesystem::path& counted)
    : device_(record.device), all_(bench::runs_of(record)), counted_(read_counted(counted)) {
  bench::sort_by_size(all_);
}

std::vector<std::pair<std::string, const json*>> Records::runs(const std::string& lesson) const {
  std::vector<std::pair<std::string, const json*>> found;
  for (const bench::RecordedRun& run : all_)
    if (goes_by(run.lesson, lesson) && run.name.starts_with("size_")) found.emplace_back(run.name, &run.data);
  return found;
}

std::optional<double> measured(const json& version, const std::string& field) {
  static const std::map<std::string, json::json_pointer> kFields{{"ms", "/time_ms/median"_json_pointer},
                                                                 {"min_ms", "/time_ms/min"_json_pointer},
                                                                 {"max_ms", "/time_ms/max"_json_pointer},
                                                                 {"copies_ms", "/end_to_end_ms/median"_json_pointer},
                                                                 {"gb", "/gb_per_s"_json_pointer},
                                                                 {"gflop", "/gflop_per_s"_json_pointer},
                                                                 {"percent", "/percent_of_limit"_json_pointer},
                                                                 {"rate", "/rate"_json_pointer}};
  const auto found = kFields.find(field);
  if (found == kFields.end()) throw UsageError(fmt::format("there is no field {}", field));
  return version.contains(found->second) ? as_number(version.at(found->second)) : std::nullopt;
}

const json& Records::record(const std::string& lesson, const std::string& run) const {
  for (const auto* runs : {&all_, &counted_})
    for (const bench::RecordedRun& recorded : *runs)
      if (goes_by(recorded.lesson, lesson) && recorded.name == run) return recorded.data;
  throw UsageError(fmt::format("there is no run {} of lesson {} in the record of {}", run, lesson, device_));
}

double Records::value(const std::string& field, const std::string& where, const std::string& lesson) const {
  const Place place = parse_place(where, lesson);
  const json& all = record(place.lesson, place.file);
  try {
    if (const auto number = number_at(all, run_at(all, place), place, field)) return *number;
  } catch (const json::exception&) {
  }
  throw UsageError(fmt::format("{} has no {}", where, field));
}

}  // namespace lockstep::site
