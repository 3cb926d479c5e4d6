/// @file
/// @brief The functions of the API that make streams, wait for them and ask after them.
#include <algorithm>
#include <functional>

#include "lockstep/sim/api/stream_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/device.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/issuing/children.hpp"
#include "sim/runtime/issuing/issue.hpp"
#include "sim/runtime/streams/events.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

bool is_default_handle(cudaStream_t handle) { return handle == nullptr || handle == cudaStreamLegacy || handle == cudaStreamPerThread; }

cudaError_t run_callback(const std::function<void()>& callback) {
  const InCallback guard;
  callback();
  return cudaSuccess;
}

// In device code only streams that do not block can be created, and they belong to the block.
cudaError_t create_in_kernel(cudaStream_t* stream, unsigned flags, const void* pc) {
  return both_api([&] {
    if (stream == nullptr || flags != cudaStreamNonBlocking) return cudaErrorInvalidValue;
    CUstream_st* const made = make_stream(flags, 0);
    made->made_by_kernel = true;
    write_out(stream, made, pc);
    return cudaSuccess;
  });
}

cudaError_t destroy_in_kernel(cudaStream_t handle) {
  return both_api([&] {
    CUstream_st* const stream = find_made_stream(handle);
    if (stream == nullptr || !stream->made_by_kernel) return cudaErrorInvalidResourceHandle;
    destroy_stream(stream);
    return cudaSuccess;
  });
}

// What a block launches runs in the order of its launches, whatever streams it uses: there is nothing to wait for.
cudaError_t wait_in_kernel(cudaStream_t stream, cudaEvent_t event) {
  return both_api(
      [&] { return is_stream_of_kernels(stream) && find_event(event) != nullptr ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}

cudaError_t create(cudaStream_t* stream, unsigned flags, int priority) {
  return api([&] {
    if (stream == nullptr || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0) return cudaErrorInvalidValue;
    *stream = make_stream(flags, std::clamp(priority, device::kHighestPriority, device::kLowestPriority));
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

bool is_stream_attribute(cudaLaunchAttributeID attr) {
  return attr == cudaLaunchAttributeAccessPolicyWindow || attr == cudaLaunchAttributeSynchronizationPolicy ||
         attr == cudaLaunchAttributePriority || attr == cudaLaunchAttributeMemSyncDomainMap || attr == cudaLaunchAttributeMemSyncDomain;
}

cudaLaunchAttributeValue attribute_of(const CUstream_st& stream, cudaLaunchAttributeID attr) {
  if (const auto found = stream.attributes.find(attr); found != stream.attributes.end()) return found->second;
  cudaLaunchAttributeValue value{};
  if (attr == cudaLaunchAttributePriority) value.priority = stream.priority;
  if (attr == cudaLaunchAttributeSynchronizationPolicy) value.syncPolicy = cudaSyncPolicyAuto;
  if (attr == cudaLaunchAttributeMemSyncDomainMap) value.memSyncDomainMap = {0, 1};
  return value;
}

}  // namespace

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaStreamCreate(cudaStream_t* pStream) { return create(pStream, cudaStreamDefault, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  return in_kernel() ? create_in_kernel(pStream, flags, Call::here().pc) : create(pStream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
  return create(pStream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  if (in_kernel()) return destroy_in_kernel(handle);
  return api([&] {
    CUstream_st* const stream = is_default_handle(handle) ? nullptr : find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    leave_capture(*stream);
    destroy_stream(stream);
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
  if (in_kernel()) return wait_in_kernel(handle, event_handle);
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
cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue* value) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (value == nullptr || !is_stream_attribute(attr)) return cudaErrorInvalidValue;
    if (attr == cudaLaunchAttributePriority) stream->priority = value->priority;
    stream->attributes[attr] = *value;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaLaunchAttributeID attr, cudaLaunchAttributeValue* value_out) {
  return api([&] {
    const CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (value_out == nullptr || !is_stream_attribute(attr)) return cudaErrorInvalidValue;
    *value_out = attribute_of(*stream, attr);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  return api([&] {
    CUstream_st* const to = find_stream(dst);
    const CUstream_st* const from = find_stream(src);
    if (to == nullptr || from == nullptr) return cudaErrorInvalidResourceHandle;
    to->attributes = from->attributes;
    to->priority = from->priority;
    return cudaSuccess;
  });
}
cudaError_t cudaCtxResetPersistingL2Cache() {
  return api([] { return cudaSuccess; });
}
