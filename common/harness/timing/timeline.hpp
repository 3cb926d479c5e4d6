/// @file
/// @brief When the copies and kernels of a version ran, and on which streams.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/timing/result.hpp"

namespace lockstep {

enum class Activity { copy_to_device, kernel, copy_to_host, copy_on_device, fill };

/// One copy, kernel or fill.
struct TimelineBar {
  std::uint64_t stream = 0;  ///< any number that tells streams apart
  Activity activity = Activity::kernel;
  std::string kernel{};       ///< its name; empty for others
  double begin = 0, end = 0;  ///< milliseconds
};

struct Timeline {
  std::string source{};  ///< where the times come from, for the title
  std::vector<TimelineBar> bars{};
};

/// Records what is queued while it lives. One at a time.
class TimelineRecorder {
 public:
  /// @throws MachineError where this machine cannot record times
  static std::unique_ptr<TimelineRecorder> begin();
  /// Would begin() work? @throws MachineError
  static void require();

  TimelineRecorder() = default;
  TimelineRecorder(const TimelineRecorder&) = delete;
  TimelineRecorder& operator=(const TimelineRecorder&) = delete;
  virtual ~TimelineRecorder() = default;

  /// Waits for the device, and ends the recording.
  virtual Timeline end() = 0;
};

/// The gnuplot script of that drawing, without its canvas: a block of data for each kind of activity and each kernel, with one line per
/// bar: begin and end in the unit of the axis, and the stream's row. `timeline` must have a bar.
std::string timeline_script(const RunResult& run, const Timeline& timeline);

/// Draws a row for each stream and a bar for each activity of the run's one version, as `path`'s ending asks (.svg or .png).
/// @throws UsageError where there is no bar, or the file cannot be written; MachineError where gnuplot is missing or fails
void draw_timeline(const RunResult& run, const Timeline& timeline, const std::string& path);

}  // namespace lockstep
