/// @file
/// @brief Host memory that the device can use: pinned, and registered.
#include "lockstep/sim/api/memory_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/queue.hpp"

using namespace lockstep::sim;

namespace {

// Pinned or registered memory that holds `p`, or null.
const Allocation* find_host_memory(const void* p) {
  const Allocation* const allocation = find_allocation(p);
  const bool host = allocation != nullptr && (allocation->origin == Origin::pinned || allocation->origin == Origin::registered);
  return host ? allocation : nullptr;
}

bool overlaps_known_memory(const std::byte* begin, std::size_t bytes) {
  const auto next = allocations().lower_bound(begin);
  return find_allocation(begin) != nullptr || (next != allocations().end() && next->first < begin + bytes);
}

cudaError_t allocate_pinned(void** pHost, std::size_t size, unsigned flags, Call call) {
  return api([&] {
    constexpr unsigned kKnown = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (pHost == nullptr || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
    *pHost = nullptr;
    if (const cudaError_t error = check_unsafe_call()) return error;
    if (size == 0) return cudaSuccess;
    Allocation& allocation = allocate(size, Origin::pinned, call);
    allocation.flags = flags | cudaHostAllocMapped;  // addresses are unified, so it always is
    *pHost = allocation.begin;
    return cudaSuccess;
  });
}

}  // namespace

cudaError_t cudaHostAlloc(void** pHost, std::size_t size, unsigned int flags) { return allocate_pinned(pHost, size, flags, Call::here()); }
cudaError_t cudaMallocHost(void** ptr, std::size_t size) { return allocate_pinned(ptr, size, cudaHostAllocDefault, Call::here()); }
cudaError_t cudaMallocHost(void** ptr, std::size_t size, unsigned int flags) { return allocate_pinned(ptr, size, flags, Call::here()); }

cudaError_t cudaFreeHost(void* ptr) {
  return api([&, call = Call::here()] {
    if (const cudaError_t error = check_unsafe_call()) return error;
    if (ptr == nullptr) return cudaSuccess;
    const cudaError_t error = queue().wait_for_all();  // queued work may use it
    if (error != cudaSuccess) return error;
    const Allocation* const allocation = find_allocation_at(ptr);
    if (allocation == nullptr || allocation->origin != Origin::pinned) return cudaErrorInvalidValue;
    forget(*allocation, call);
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* ptr, std::size_t size, unsigned int flags) {
  return api([&] {
    constexpr unsigned kKnown = cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (ptr == nullptr || size == 0 || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
    std::byte* const begin = static_cast<std::byte*>(ptr);
    const Allocation* const known = find_allocation(ptr);
    if (known != nullptr && known->on_device()) return cudaErrorInvalidValue;
    if (overlaps_known_memory(begin, size)) return cudaErrorHostMemoryAlreadyRegistered;
    if (classify(ptr, size) != Side::pageable) return cudaErrorInvalidValue;
    register_host_memory(begin, size, flags | cudaHostRegisterMapped);
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* ptr) {
  return api([&] {
    if (ptr == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error = queue().wait_for_all();  // queued work may use it
    if (error != cudaSuccess) return error;
    const Allocation* const allocation = find_allocation_at(ptr);
    if (allocation == nullptr || allocation->origin != Origin::registered) return cudaErrorHostMemoryNotRegistered;
    forget(*allocation);
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  return api([&] {
    if (pDevice == nullptr || flags != 0 || find_host_memory(pHost) == nullptr) return cudaErrorInvalidValue;
    *pDevice = pHost;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) {
  return api([&] {
    const Allocation* const allocation = find_host_memory(pHost);
    if (pFlags == nullptr || allocation == nullptr) return cudaErrorInvalidValue;
    *pFlags = allocation->flags;
    return cudaSuccess;
  });
}
