/// @file
/// @brief Runs each line of the plans, and replaces the record's old results.
#include "bench/run_plans.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "bench/runner.hpp"
#include "lockstep/usage_error.hpp"
#include "support/output_file.hpp"

namespace lockstep::bench {
namespace {

namespace fs = std::filesystem;

/// The record so far, opened once a run has said which device it ran on.
class OpenRecord {
 public:
  explicit OpenRecord(const RecordPlace& place) : file_(place.file), results_(place.results) {
    if (!file_.empty()) require_writable(file_.string());
  }

  /// @throws UsageError where the record, or what was run before, is of another device
  void open_for(const std::string& device) {
    if (record_.device.empty()) {
      if (file_.empty()) file_ = results_ / record_file_name(device);
      require_writable(file_.string());
      record_ = fs::exists(file_) ? read_record(file_) : Record{.device = device};
    }
    if (record_.device != device)
      throw UsageError(fmt::format("{} is for {}, but this is {}; choose another file with --out", file_.string(), record_.device, device));
  }

  void write() const {
    if (!record_.device.empty()) write_file(file_.string(), record_text(record_));
  }

  Record& record() { return record_; }

 private:
  fs::path file_, results_;
  Record record_;
};

}  // namespace

Record run_plans(const std::vector<PlannedLesson>& lessons, const RecordPlace& place, const PlansListener& listener) {
  OpenRecord open(place);
  for (const PlannedLesson& lesson : lessons) {
    std::vector<std::pair<std::string, std::optional<Json>>> results;
    Provenance now{.driver = place.driver, .date = place.date};
    for (const PlannedRun& run : lesson.runs) {
      const std::string what = lesson.name + " " + run.name;
      listener.begins(what);
      RunOutcome outcome = run_planned(run.of_solution ? lesson.solution : lesson.program, run);
      if (outcome.data) {
        open.open_for(outcome.data->at("device"));
        now.toolkit = outcome.data->at("toolkit");
      }
      if (!outcome.failure.empty()) listener.failed(what + ": " + outcome.failure);
      results.emplace_back(run.name, std::move(outcome.data));
    }
    merge(open.record(), lesson.name, now, results);
    open.write();
  }
  return open.record();
}

}  // namespace lockstep::bench
