/// @file
/// @brief Streams: handles, order, waiting.
#include "runtime/streams.hpp"

#include <algorithm>
#include <map>
#include <thread>

#include "engine/immortal.hpp"
#include "lockstep/sim/api/stream_functions.hpp"
#include "runtime/api.hpp"
#include "runtime/capture.hpp"
#include "runtime/device.hpp"
#include "runtime/events.hpp"
#include "runtime/handles.hpp"

namespace lockstep::sim {

namespace {

struct Streams {
  Handles<CUstream_st> all;
  CUstream_st legacy{.id = 1};
  std::map<std::thread::id, CUstream_st*> per_thread;
  std::vector<std::uint64_t> orphans;  ///< what the legacy stream waits for of streams that were destroyed since its last operation
  std::uint64_t next_id = 2;

  CUstream_st* make(unsigned flags, int priority) {
    CUstream_st* const stream = all.make();
    stream->id = next_id++;
    stream->flags = flags;
    stream->priority = priority;
    return stream;
  }
};

Streams& streams() {
  static auto& streams = immortal<Streams>();
  return streams;
}

CUstream_st* own_default_stream() {
  CUstream_st*& mine = streams().per_thread[std::this_thread::get_id()];
  if (mine == nullptr) mine = streams().make(cudaStreamDefault, 0);
  return mine;
}

bool is_default_handle(cudaStream_t handle) { return handle == nullptr || handle == cudaStreamLegacy || handle == cudaStreamPerThread; }

void add_tail(const CUstream_st& stream, std::vector<std::uint64_t>& to) {
  to.insert(to.end(), stream.waits.begin(), stream.waits.end());
  if (stream.last != 0) to.push_back(stream.last);
}

cudaError_t run_callback(const std::function<void()>& callback) {
  const InCallback guard;
  callback();
  return cudaSuccess;
}

cudaError_t create(cudaStream_t* stream, unsigned flags, int priority) {
  return api([&] {
    if (stream == nullptr || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0) return cudaErrorInvalidValue;
    *stream = streams().make(flags, std::clamp(priority, device::kHighestPriority, device::kLowestPriority));
    return cudaSuccess;
  });
}

// Checks what waiting for, or asking after, a stream needs.
cudaError_t check_wait(CUstream_st& stream) {
  if (const cudaError_t error = check_sync_of(stream)) return error;
  return &stream == &legacy_stream() ? check_legacy_call() : check_unsafe_call();
}

// Runs `body(stream)` for a function that only asks something of a stream.
template <class Body>
cudaError_t ask(cudaStream_t handle, const void* answer, Body body) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (answer == nullptr) return cudaErrorInvalidValue;
    body(*stream);
    return cudaSuccess;
  });
}

}  // namespace

CUstream_st* find_stream(cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy) return &legacy_stream();
  if (handle == cudaStreamPerThread) return own_default_stream();
  return streams().all.find(handle);
}

CUstream_st& legacy_stream() { return streams().legacy; }

void forget_all_streams() { streams() = Streams{}; }

std::vector<std::uint64_t> unfinished(const CUstream_st& stream) {
  std::vector<std::uint64_t> all;
  add_tail(stream, all);
  if (&stream != &legacy_stream()) return all;
  for (const auto& [handle, other] : streams().all)
    if (other->blocking()) add_tail(*other, all);
  all.insert(all.end(), streams().orphans.begin(), streams().orphans.end());
  return all;
}

std::vector<std::uint64_t> predecessors(CUstream_st& stream) {
  std::vector<std::uint64_t> all = unfinished(stream);
  stream.waits.clear();
  if (&stream == &legacy_stream()) {
    streams().orphans.clear();
  } else if (stream.blocking()) {
    add_tail(legacy_stream(), all);
  }
  return all;
}

bool idle(const CUstream_st& stream) {
  const std::vector<std::uint64_t> all = unfinished(stream);
  return std::all_of(all.begin(), all.end(), [](std::uint64_t id) { return queue().done(id); });
}

cudaError_t issue(cudaStream_t handle, Operation operation) {
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream->capture) return capture(*stream, std::move(operation));
  if (stream == &legacy_stream())
    if (const cudaError_t error = check_legacy_call()) return error;
  operation.stream = stream->id;
  operation.after = predecessors(*stream);
  stream->last = queue().push(std::move(operation));
  return cudaSuccess;
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaStreamCreate(cudaStream_t* pStream) { return create(pStream, cudaStreamDefault, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) { return create(pStream, flags, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
  return create(pStream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return api([&] {
    CUstream_st* const stream = is_default_handle(handle) ? nullptr : find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    leave_capture(*stream);
    if (stream->blocking()) add_tail(*stream, streams().orphans);
    streams().all.destroy(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_wait(*stream)) return error;
    return queue().wait_for(unfinished(*stream));
  });
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_wait(*stream)) return error;
    if (idle(*stream)) {
      queue().note_done(unfinished(*stream));
      return cudaSuccess;
    }
    queue().run_oldest();  // so that a loop that polls comes to its end
    return context_error() != cudaSuccess ? context_error() : cudaErrorNotReady;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event_handle, unsigned int flags) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    CUevent_st* const event = find_event(event_handle);
    if (stream == nullptr || event == nullptr) return cudaErrorInvalidResourceHandle;
    if (flags != cudaEventWaitDefault) return cudaErrorInvalidValue;
    if (stream->capture || event->captured) return capture_wait(*stream, *event);
    if (event->record->operation != 0) stream->waits.push_back(event->record->operation);
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  return api([&, call = Call::here()] {
    if (fn == nullptr) return cudaErrorInvalidValue;
    return issue(stream, {.work = Work::host_function, .run = [=] { return run_callback([=] { fn(userData); }); }, .call = call});
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* userData, unsigned int flags) {
  return api([&, call = Call::here()] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (callback == nullptr || flags != 0) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_sync_of(*stream)) return error;
    return issue(handle, {.work = Work::host_function,
                          .run = [=] { return run_callback([=] { callback(handle, context_error(), userData); }); },
                          .call = call});
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return ask(stream, priority, [&](const CUstream_st& s) { *priority = s.priority; });
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return ask(stream, flags, [&](const CUstream_st& s) { *flags = s.flags; });
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* streamId) {
  return ask(stream, streamId, [&](const CUstream_st& s) { *streamId = s.id; });
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return ask(stream, device, [&](const CUstream_st&) { *device = 0; });
}
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID, const cudaLaunchAttributeValue* value) {
  return ask(stream, value, [](const CUstream_st&) {});
}
cudaError_t cudaCtxResetPersistingL2Cache() {
  return api([] { return cudaSuccess; });
}
