/// @file
/// @brief cudaMalloc and its family on the device, and queries about pointers.
#include <fmt/format.h>

#include <new>

#include "lockstep/sim/api/memory_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/refusal.hpp"
#include "sim/runtime/copies/copy_refusals.hpp"
#include "sim/runtime/copies/pools.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/queue.hpp"
#include "sim/runtime/streams/streams.hpp"

extern "C" void* lockstep_heap_malloc(std::size_t bytes);  // runtime/memory/device_heap.cpp
extern "C" void lockstep_heap_free(void* p);

using namespace lockstep::sim;

namespace {

constexpr std::size_t rounded_pitch(std::size_t width) { return (width + kDeviceAlignment - 1) / kDeviceAlignment * kDeviceAlignment; }

void* allocate_or_tell(std::size_t bytes, Origin origin, const Call& call) {
  try {
    return allocate(bytes, origin, call).begin;
  } catch (const std::bad_alloc&) {
    const std::size_t total = device_memory_total();
    refuse(cudaErrorMemoryAllocation, call,
           fmt::format("{}; of the device's {} bytes {} are free", size_text(bytes), total, total - device_memory_used()));
    throw;
  }
}

// Zero bytes are not an error, and give no memory.
cudaError_t allocate_device(void** pointer, std::size_t bytes, Call call) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (const cudaError_t error = check_unsafe_call()) return error;
  if (bytes > 0) *pointer = allocate_or_tell(bytes, Origin::device, call);
  return cudaSuccess;
}

// In device code these two use the heap, as malloc and free do.
cudaError_t allocate_in_kernel(void** pointer, std::size_t bytes, const void* pc) {
  return both_api([&] {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    void* const memory = bytes == 0 ? nullptr : lockstep_heap_malloc(bytes);
    write_out(pointer, memory, pc);
    return memory == nullptr && bytes != 0 ? cudaErrorMemoryAllocation : cudaSuccess;
  });
}

cudaError_t free_in_kernel(void* pointer) {
  return both_api([&] {
    lockstep_heap_free(pointer);
    return cudaSuccess;
  });
}

cudaPointerAttributes attributes_of(const void* p) {
  const auto memory = [&](cudaMemoryType type, bool device, bool host) {
    void* const address = const_cast<void*>(p);
    return cudaPointerAttributes{type, 0, device ? address : nullptr, host ? address : nullptr, {}};
  };
  if (const Variables* variables = find_variables(p))
    return memory(variables->managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice, true, variables->managed);
  const Allocation* const allocation = find_allocation(p);
  if (allocation == nullptr) return {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, const_cast<void*>(p), {}};
  if (allocation->on_device()) return memory(cudaMemoryTypeDevice, true, false);
  return memory(allocation->origin == Origin::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, true, true);
}

bool is_managed(const void* p, std::size_t bytes) {
  if (classify(p, bytes) != Side::known) return false;
  return attributes_of(p).type == cudaMemoryTypeManaged;
}

bool is_location(cudaMemLocation location) {
  if (location.type == cudaMemLocationTypeDevice) return location.id == 0;
  return location.type >= cudaMemLocationTypeHost && location.type <= cudaMemLocationTypeHostNumaCurrent;
}

cudaMemLocation location_of(int device) {
  if (device == cudaCpuDeviceId) return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}

}  // namespace

cudaError_t cudaMalloc(void** devPtr, std::size_t size) {
  if (in_kernel()) return allocate_in_kernel(devPtr, size, Call::here().pc);
  return api([&, call = Call::here()] { return allocate_device(devPtr, size, call); });
}

cudaError_t cudaMallocPitch(void** devPtr, std::size_t* pitch, std::size_t width, std::size_t height) {
  return api([&, call = Call::here()] {
    if (devPtr == nullptr || pitch == nullptr) return cudaErrorInvalidValue;
    *pitch = width == 0 || height == 0 ? 0 : rounded_pitch(width);
    return allocate_device(devPtr, *pitch * height, call);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  return api([&, call = Call::here()] {
    if (pitchedDevPtr == nullptr) return cudaErrorInvalidValue;
    const std::size_t rows = extent.height * extent.depth;
    const std::size_t pitch = extent.width == 0 || rows == 0 ? 0 : rounded_pitch(extent.width);
    *pitchedDevPtr = {nullptr, pitch, extent.width, extent.height};
    return allocate_device(&pitchedDevPtr->ptr, pitch * rows, call);
  });
}

cudaError_t cudaFree(void* devPtr) {
  if (in_kernel()) return free_in_kernel(devPtr);
  return api([&, call = Call::here()] {
    if (const cudaError_t error = check_unsafe_call()) return error;
    if (devPtr == nullptr) return cudaSuccess;
    const cudaError_t error = queue().wait_for_all();  // queued work may use it
    if (error != cudaSuccess) return error;
    const Allocation* const allocation = find_allocation_at(devPtr);
    if (allocation == nullptr || allocation->origin == Origin::pinned || allocation->origin == Origin::registered ||
        allocation->origin == Origin::heap)
      return refuse(cudaErrorInvalidValue, call, why_not_freed(devPtr));
    release_from_pool(*allocation);
    forget(*allocation, call);
    return cudaSuccess;
  });
}

cudaError_t cudaMallocManaged(void** devPtr, std::size_t size, unsigned int flags) {
  return api([&, call = Call::here()] {
    if (devPtr == nullptr || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) return cudaErrorInvalidValue;
    *devPtr = nullptr;
    if (const cudaError_t error = check_unsafe_call()) return error;
    if (size > 0) *devPtr = allocate_or_tell(size, Origin::managed, call);
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return api([&] {
    if (free == nullptr || total == nullptr) return cudaErrorInvalidValue;
    *total = device_memory_total();
    *free = *total - device_memory_used();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  return query_api([&] {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    *attributes = attributes_of(ptr);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPrefetchAsync(const void* devPtr, std::size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream) {
  return api([&] {
    if (find_stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
    if (count == 0 || flags != 0 || !is_managed(devPtr, count)) return cudaErrorInvalidValue;
    return is_location(location) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}
cudaError_t cudaMemPrefetchAsync(const void* devPtr, std::size_t count, int dstDevice, cudaStream_t stream) {
  return cudaMemPrefetchAsync(devPtr, count, location_of(dstDevice), 0, stream);
}

cudaError_t cudaMemAdvise(const void* devPtr, std::size_t count, cudaMemoryAdvise advice, cudaMemLocation location) {
  return api([&] {
    if (count == 0 || !is_managed(devPtr, count)) return cudaErrorInvalidValue;
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) return cudaErrorInvalidValue;
    const bool needs_location = advice > cudaMemAdviseUnsetReadMostly && advice != cudaMemAdviseUnsetPreferredLocation;
    return !needs_location || is_location(location) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}
cudaError_t cudaMemAdvise(const void* devPtr, std::size_t count, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(devPtr, count, advice, location_of(device));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, std::size_t length, unsigned int flags) {
  return api([&] {
    if (find_stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
    const bool known_flag = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    return known_flag && is_managed(devPtr, length) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
