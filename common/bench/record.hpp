/// @file
/// @brief What was measured on one device: docs/results/DEVICE.json.
///
///     {"device", "lessons": {"04_dot_product": {"driver", "toolkit", "date", "runs": {"size_2p20": {…}}}}}
///
/// A run is what its program wrote as JSON, without the fields of the levels above. A run that is older than its lesson, because it has
/// failed since, has its own driver, toolkit and date.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::bench {

using Json = nlohmann::ordered_json;  // fields stay where their program wrote them

/// What it was measured with, and when.
struct Provenance {
  std::string driver{}, toolkit{}, date{};
  bool operator==(const Provenance&) const = default;
};

struct LessonRecord {
  Provenance provenance{};
  std::vector<std::pair<std::string, Json>> runs{};  ///< by name, in the order of the plan
};

struct Record {
  std::string device{};
  std::map<std::string, LessonRecord> lessons{};  ///< by folder
};

/// A run as its program wrote it, with the lesson, the device, the driver, the toolkit and the date in it again.
struct RecordedRun {
  std::string lesson{}, name{};
  nlohmann::json data{};

  bool is_sweep() const { return data.contains("sweep"); }
  /// What was swept: one key or two.
  std::vector<std::string> keys() const;
};

/// @throws UsageError  one line, where the file cannot be read, or holds something else
Record read_record(const std::filesystem::path& file);

std::string record_text(const Record& record);

/// All runs, lesson by lesson.
std::vector<RecordedRun> runs_of(const Record& record);

/// A size, or what was swept, in words: "1048576", "8192x8192", "32x8".
std::string as_text(const nlohmann::json& value);

/// "NVIDIA H100 80GB HBM3, driver 580, CUDA 13.0, 2026-11-21".
std::string provenance(const nlohmann::json& run);

/// Replaces a lesson's old runs with its new ones. A planned run that failed has no data and keeps its old record; if all failed, nothing
/// changes.
/// @param planned  all runs of the plan, in its order, and what their programs wrote
void merge(Record& record, const std::string& lesson, const Provenance& now,
           const std::vector<std::pair<std::string, std::optional<Json>>>& planned);

/// The file of a device's record: lower case, and an underscore for anything but letters and digits.
std::string record_file_name(const std::string& device);

}  // namespace lockstep::bench
