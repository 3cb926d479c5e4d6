/// @file
/// @brief The simulator has no time: a model lays out what was queued.
#include "harness/timing/timeline.hpp"

#include <fmt/format.h>

#include "harness/timing/timeline_model.hpp"
#include "lockstep/sim/operations.hpp"
#include "lockstep/sim/profile.hpp"
#include "observation/observation.hpp"

namespace lockstep {
namespace {

// Measured on an NVIDIA H100 80GB HBM3: copies from the host to the device, and within the device (bytes read plus bytes written).
constexpr double kPinnedGbPerS = 55, kPageableGbPerS = 9, kMemoryGbPerS = 2980;

using sim::OperationKind;
using sim::Place;
using sim::QueuedOperation;

double milliseconds(double bytes, double gb_per_s) { return bytes / gb_per_s / 1e6; }

/// Absent for what is not drawn: copies within the host, events, allocations.
std::optional<Activity> activity_of(const QueuedOperation& operation) {
  if (operation.kind == OperationKind::kernel) return Activity::kernel;
  if (operation.kind == OperationKind::fill) return Activity::fill;
  if (operation.kind != OperationKind::copy) return std::nullopt;
  const bool from_device = operation.from == Place::device, to_device = operation.to == Place::device;
  if (from_device) return to_device ? Activity::copy_on_device : Activity::copy_to_host;
  return to_device ? std::optional(Activity::copy_to_device) : std::nullopt;
}

Engine engine_of(std::optional<Activity> activity) {
  if (!activity) return Engine::none;
  if (*activity == Activity::copy_to_device) return Engine::copy_to_device;
  return *activity == Activity::copy_to_host ? Engine::copy_to_host : Engine::kernels;
}

double duration_of(const QueuedOperation& operation, std::optional<Activity> activity, double kernel_bytes) {
  if (!activity) return 0;
  const auto bytes = static_cast<double>(operation.bytes);
  switch (*activity) {
    case Activity::kernel:
      return milliseconds(kernel_bytes, kMemoryGbPerS);
    case Activity::fill:
      return milliseconds(bytes, kMemoryGbPerS);
    case Activity::copy_on_device:
      return milliseconds(2 * bytes, kMemoryGbPerS);
    default:
      break;
  }
  const bool pageable = operation.from == Place::pageable || operation.to == Place::pageable;
  return milliseconds(bytes, pageable ? kPageableGbPerS : kPinnedGbPerS);
}

Timeline laid_out(const std::vector<QueuedOperation>& operations, const std::vector<LaunchCounters>& launches) {
  std::vector<ModelOperation> model;
  auto launch = launches.begin();  // kernels run in the order of issue
  for (const QueuedOperation& operation : operations) {
    const auto activity = activity_of(operation);
    const bool counted = activity == Activity::kernel && launch != launches.end();
    const double kernel_bytes = counted ? value_of((launch++)->counters, kCounters.bytes_moved) : 0;
    model.push_back({operation.id, operation.after, engine_of(activity), duration_of(operation, activity, kernel_bytes)});
  }
  const std::vector<Span> spans = lay_out(model);
  Timeline timeline{.source = fmt::format("model: copies at {} GB/s each way ({} with pageable memory), kernels at {} GB/s", kPinnedGbPerS,
                                          kPageableGbPerS, kMemoryGbPerS)};
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (const auto activity = activity_of(operations[i]))
      timeline.bars.push_back({.stream = operations[i].stream,
                               .activity = *activity,
                               .kernel = *activity == Activity::kernel ? operations[i].name : "",
                               .begin = spans[i].begin,
                               .end = spans[i].end});
  return timeline;
}

class ModelRecorder final : public TimelineRecorder {
 public:
  ModelRecorder() {
    sim::start_profile();
    sim::start_operations();
  }
  ~ModelRecorder() override {
    sim::stop_operations();
    sim::stop_profile();
  }
  Timeline end() override {
    const std::vector<QueuedOperation> operations = sim::stop_operations();
    return laid_out(operations, sim::stop_profile().launches);
  }
};

}  // namespace

void TimelineRecorder::require() {}

std::unique_ptr<TimelineRecorder> TimelineRecorder::begin() { return std::make_unique<ModelRecorder>(); }

}  // namespace lockstep
