/// @file
/// @brief What was measured on a GPU: docs/results.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/record.hpp"

namespace lockstep::site {

/// The runs of one device.
class Records {
 public:
  /// @param counted  a folder with what a profiler counted on it, NN_name/counters….json
  explicit Records(const bench::Record& record, const std::filesystem::path& counted = {});

  const std::string& device() const { return device_; }

  /// The run of that name of the lesson with that number or name. @throws UsageError where there is none
  const nlohmann::json& record(const std::string& lesson, const std::string& run) const;

  /// The lesson's single runs, size_…, from the smallest; none where nothing was recorded.
  std::vector<std::pair<std::string, const nlohmann::json*>> runs(const std::string& lesson) const;

  /// All runs, lesson by lesson, from the smallest.
  const std::vector<bench::RecordedRun>& all() const { return all_; }

  /// One number: `field` of `where`, "[LESSON] RUN [KEY=VALUE…] VERSION", for example "04 size_2p28 v4" or "sweep_block block=64 v4".
  /// Without a lesson it is `lesson`'s. A sweep has a run for each value; KEY is what it swept. A version goes by its
  /// number if that is unique, otherwise by its name.
  /// Fields: ms, min_ms, max_ms, copies_ms (end to end), gb, gflop, percent (of the limit), rate (the lesson's own), copy_gb and
  /// fma_gflop (the limits measured in the run), n (the size); and counter, of what a profiler counted:
  /// "counters_8192 v1 metric=dram__bytes.sum" is of the first launch of v1, "… kernel=add_partials …" of its first launch of that kernel.
  /// @throws UsageError  one line, where there is no such number
  double value(const std::string& field, const std::string& where, const std::string& lesson) const;

 private:
  std::string device_;
  std::vector<bench::RecordedRun> all_, counted_;
};

/// What was measured for a version, by the field names of Records::value(); nothing if it was not measured. @throws UsageError if there is
/// no such field
std::optional<double> measured(const nlohmann::json& version, const std::string& field);

}  // namespace lockstep::site
