/// @file
/// @brief The times of copies and kernels on a GPU, from CUPTI's activity records.
#include "harness/timing/timeline.hpp"

#include "lockstep/machine_error.hpp"

#ifndef LOCKSTEP_HAS_CUPTI

namespace lockstep {

void TimelineRecorder::require() {
  throw MachineError("a version's timeline needs CUPTI, which was not found; install the CUDA Toolkit's cuda-cupti, and configure anew");
}

std::unique_ptr<TimelineRecorder> TimelineRecorder::begin() {
  require();
  return nullptr;
}

}  // namespace lockstep

#else

#include <cupti.h>
#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <mutex>
#include <string_view>

#include "lockstep/cuda_error.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

void check_cupti(CUptiResult result) {
  if (result == CUPTI_SUCCESS) return;
  const char* text = "";
  cuptiGetResultString(result, &text);
  throw MachineError(fmt::format("CUPTI cannot record a timeline: {}", text));
}

/// "copy" of "void (anonymous namespace)::copy<float>(float const*, float*)".
std::string plain_name(const char* mangled) {
  const std::unique_ptr<char, decltype(&std::free)> demangled(abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr), &std::free);
  std::string name = demangled ? demangled.get() : mangled;
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (auto at = name.find(kAnonymous); at != name.npos; at = name.find(kAnonymous)) name.erase(at, kAnonymous.size());
  name.resize(std::min({name.size(), name.find('('), name.find('<')}));
  return name.substr(name.find_last_of(" :") + 1);  // npos + 1 is 0
}

// CUPTI hands buffers back on a thread of its own, to functions that get no object.
std::mutex recorded_mutex;
std::vector<TimelineBar> recorded;

double milliseconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

template <class Record>
TimelineBar bar_of(const CUpti_Activity* activity, Activity what) {
  const auto& record = *reinterpret_cast<const Record*>(activity);
  return {.stream = record.streamId, .activity = what, .begin = milliseconds(record.start), .end = milliseconds(record.end)};
}

bool within_host(const CUpti_Activity* activity) {
  return reinterpret_cast<const CUpti_ActivityMemcpy5*>(activity)->copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOH;
}

Activity direction_of(const CUpti_Activity* activity) {
  const auto kind = reinterpret_cast<const CUpti_ActivityMemcpy5*>(activity)->copyKind;
  if (kind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD) return Activity::copy_to_device;
  return kind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ? Activity::copy_to_host : Activity::copy_on_device;
}

// Later forms of the records only add members after those that are read here, so the names of older headers work for all.
void keep(const CUpti_Activity* activity) {
  if (activity->kind == CUPTI_ACTIVITY_KIND_MEMCPY && !within_host(activity))
    recorded.push_back(bar_of<CUpti_ActivityMemcpy5>(activity, direction_of(activity)));
  if (activity->kind == CUPTI_ACTIVITY_KIND_MEMSET) recorded.push_back(bar_of<CUpti_ActivityMemset4>(activity, Activity::fill));
  if (activity->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) return;
  recorded.push_back(bar_of<CUpti_ActivityKernel9>(activity, Activity::kernel));
  recorded.back().kernel = plain_name(reinterpret_cast<const CUpti_ActivityKernel9*>(activity)->name);
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(ACTIVITY_RECORD_ALIGNMENT, kBufferBytes));
  *bytes = *buffer != nullptr ? kBufferBytes : 0;
  *most_records = 0;  // as many as fit
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  const std::lock_guard lock(recorded_mutex);
  CUpti_Activity* activity = nullptr;
  while (valid > 0 && cuptiActivityGetNextRecord(buffer, valid, &activity) == CUPTI_SUCCESS) keep(activity);
  std::free(buffer);
}

class CuptiRecorder final : public TimelineRecorder {
 public:
  CuptiRecorder() {
    check(cudaDeviceSynchronize());
    check_cupti(cuptiActivityRegisterCallbacks(give_buffer, take_buffer));
    for (const CUpti_ActivityKind kind : kKinds) check_cupti(cuptiActivityEnable(kind));
  }
  ~CuptiRecorder() override { disable(); }

  Timeline end() override {
    check(cudaDeviceSynchronize());
    check_cupti(cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
    disable();
    const std::lock_guard lock(recorded_mutex);
    return {.source = "measured by CUPTI", .bars = std::move(recorded)};
  }

 private:
  static constexpr CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET,
                                                  CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL};
  static void disable() {
    for (const CUpti_ActivityKind kind : kKinds) static_cast<void>(cuptiActivityDisable(kind));
  }
};

}  // namespace

void TimelineRecorder::require() {}

std::unique_ptr<TimelineRecorder> TimelineRecorder::begin() { return std::make_unique<CuptiRecorder>(); }

}  // namespace lockstep

#endif
