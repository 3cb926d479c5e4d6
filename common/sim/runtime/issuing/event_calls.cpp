/// @file
/// @brief The functions of the API that record events in stream order, with this machine's clock, and ask after them.
#include <chrono>
#include <memory>
#include <utility>

#include "lockstep/sim/api/stream_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/issuing/children.hpp"
#include "sim/runtime/issuing/issue.hpp"
#include "sim/runtime/streams/events.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

bool takes_times(const CUevent_st& event) { return (event.flags & cudaEventDisableTiming) == 0; }

cudaError_t record(CUevent_st& event, cudaStream_t handle) {
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream->capture) {
    if (stream->capture->invalid) return cudaErrorStreamCaptureInvalidated;
    capture_record(*stream, event);
    return cudaSuccess;
  }
  // A new record for each call: one that is still queued must not overwrite the time of this one.
  auto fresh = std::make_shared<EventRecord>();
  fresh->operation = queue().next_id();
  const cudaError_t error = issue(handle, {.work = Work::event_record, .run = [fresh] {
                                             fresh->time = std::chrono::steady_clock::now();
                                             return cudaSuccess;
                                           }});
  if (error != cudaSuccess) return error;
  event.record = std::move(fresh);
  event.captured = false;
  return cudaSuccess;
}

}  // namespace

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return both_api([&, pc = Call::here().pc] {
    constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    const bool shared_with_times = (flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0;
    if (event == nullptr || (flags & ~kKnown) != 0 || shared_with_times) return cudaErrorInvalidValue;
    if (in_kernel() && flags != cudaEventDisableTiming) return cudaErrorInvalidValue;  // kernels' events only order
    write_out(event, make_event(flags), pc);
    return cudaSuccess;
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return both_api([&] { return destroy_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t stream, unsigned int flags) {
  return both_api([&] {
    CUevent_st* const event = find_event(handle);
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    if (flags != cudaEventRecordDefault) return cudaErrorInvalidValue;
    if (in_kernel()) return is_stream_of_kernels(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
    return record(*event, stream);
  });
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return api([&] {
    CUevent_st* const event = find_event(handle);
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_event_use(*event)) return error;
    if (event->record->operation == 0 || queue().done(event->record->operation)) {
      queue().note_done({event->record->operation});
      return cudaSuccess;
    }
    queue().run_oldest();  // so that a loop that polls comes to its end
    return context_error() != cudaSuccess ? context_error() : cudaErrorNotReady;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return api([&] {
    CUevent_st* const event = find_event(handle);
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_event_use(*event)) return error;
    return queue().wait_for({event->record->operation});
  });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start_handle, cudaEvent_t end_handle) {
  return api([&] {
    if (ms == nullptr) return cudaErrorInvalidValue;
    CUevent_st* const start = find_event(start_handle);
    CUevent_st* const end = find_event(end_handle);
    if (start == nullptr || end == nullptr || !takes_times(*start) || !takes_times(*end)) return cudaErrorInvalidResourceHandle;
    if (start->captured || end->captured) return cudaErrorCapturedEvent;
    const EventRecord &first = *start->record, &second = *end->record;
    if (first.operation == 0 || second.operation == 0) return cudaErrorInvalidResourceHandle;
    if (!queue().done(first.operation) || !queue().done(second.operation)) return cudaErrorNotReady;
    queue().note_done({first.operation, second.operation});
    *ms = std::chrono::duration<float, std::milli>(second.time - first.time).count();
    return cudaSuccess;
  });
}
