/// @file
/// @brief `./lockstep bench`: runs the plans of lessons, and keeps what they gave.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/plan.hpp"
#include "bench/record.hpp"

namespace lockstep::bench {

/// A lesson, its programs, and the runs planned for it.
struct PlannedLesson {
  std::string name{};
  std::filesystem::path program{}, solution{};  ///< of its versions, of its exercise's solution
  std::vector<PlannedRun> runs{};
};

/// Where the record goes.
struct RecordPlace {
  std::filesystem::path file{};     ///< the record; empty: `results`, and there the device's own
  std::filesystem::path results{};  ///< docs/results
  std::string driver{}, date{};
};

/// Reports progress to the user.
struct PlansListener {
  std::function<void(const std::string& lesson_and_run)> begins;
  std::function<void(const std::string& line)> failed;
};

/// Runs lesson after lesson, and writes the record after each: an interruption loses only the current lesson.
/// @return the record; one of no device where no run succeeded
/// @throws UsageError  where the record cannot be read or written, or is of another device
Record run_plans(const std::vector<PlannedLesson>& lessons, const RecordPlace& place, const PlansListener& listener);

}  // namespace lockstep::bench
