/// @file
/// @brief The stream-ordered allocator.
#include "sim/runtime/copies/pools.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "lockstep/sim/api/pool_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/issuing/issue.hpp"
#include "sim/runtime/streams/streams.hpp"

struct CUmemPoolHandle_st {
  std::size_t most = 0;  ///< bytes; 0: as much as the device has
  std::uint64_t used = 0, high = 0;
  std::uint64_t release_threshold = 0;
  int reuse[3] = {1, 1, 1};
};

namespace lockstep::sim {

namespace {

struct Pools {
  Handles<CUmemPoolHandle_st> all;
  CUmemPoolHandle_st standard;
  CUmemPoolHandle_st* current = &standard;

  CUmemPoolHandle_st* find(cudaMemPool_t handle) { return handle == &standard ? &standard : all.find(handle); }
};

Pools& pools() {
  static auto& everything = immortal<Pools>();
  return everything;
}

// Memory of an allocation node: it lasts as long as a graph, or something made of one, may still use it.
struct GraphMemory {
  void* pointer;
  bool freed_in_graph = false;
  explicit GraphMemory(void* p) : pointer(p) {}
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;
  ~GraphMemory() {
    const Allocation* const allocation = find_allocation_at(pointer);
    if (allocation == nullptr || !freed_in_graph) return;  // freed before, or kept for the program to free
    release_from_pool(*allocation);
    forget(*allocation);
  }
};

std::map<void*, std::weak_ptr<GraphMemory>>& graph_memory() {
  static auto& nodes = immortal<std::map<void*, std::weak_ptr<GraphMemory>>>();
  return nodes;
}

std::byte* take(CUmemPoolHandle_st& pool, std::size_t size, Call call) {
  if (pool.most != 0 && pool.used + size > pool.most) throw std::bad_alloc();
  if (size > device_memory_total() - device_memory_used()) queue().flush();  // frees may be waiting
  Allocation& allocation = allocate(size, Origin::pool, call);
  allocation.pool = &pool;
  pool.used += size;
  pool.high = std::max(pool.high, pool.used);
  return allocation.begin;
}

// What an allocation node does: its memory lasts as long as the node.
Operation owned_by_graph(std::byte* memory, std::size_t size, Call call) {
  auto owner = std::make_shared<GraphMemory>(memory);
  graph_memory()[memory] = owner;
  return {.work = Work::allocate, .run = [owner] { return cudaSuccess; }, .call = call, .writes = {{memory, size}}};
}

cudaError_t allocate_from(CUmemPoolHandle_st* pool, void** pointer, std::size_t size, cudaStream_t handle, Call call) {
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (pointer == nullptr || pool == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  std::byte* const memory = take(*pool, size, call);
  *pointer = memory;
  if (stream->capture) return issue(handle, owned_by_graph(memory, size, call));
  return issue(handle, {.work = Work::allocate, .run = [] { return cudaSuccess; }, .call = call, .writes = {{memory, size}}});
}

cudaError_t free_in_graph(const Allocation& allocation, Call call, Operation* operation) {
  const auto found = graph_memory().find(allocation.begin);
  const std::shared_ptr<GraphMemory> owner = found == graph_memory().end() ? nullptr : found->second.lock();
  if (!owner || owner->freed_in_graph) return cudaErrorInvalidValue;
  owner->freed_in_graph = true;
  *operation = {.work = Work::free, .run = [owner] { return cudaSuccess; }, .call = call, .writes = {{allocation.begin, allocation.bytes}}};
  return cudaSuccess;
}

cudaError_t free_in_capture(const Allocation& allocation, cudaStream_t handle, Call call) {
  Operation operation;
  if (const cudaError_t error = free_in_graph(allocation, call, &operation)) return error;
  return issue(handle, std::move(operation));
}

cudaError_t free_in_order(void* pointer, cudaStream_t handle, Call call) {
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (pointer == nullptr) return cudaSuccess;
  Allocation* const allocation = find_allocation_at(pointer);
  if (allocation == nullptr || !allocation->on_device() || allocation->free_is_queued) return cudaErrorInvalidValue;
  if (stream->capture) return free_in_capture(*allocation, handle, call);
  allocation->free_is_queued = true;
  return issue(handle, {.work = Work::free,
                        .run =
                            [pointer, call] {
                              const Allocation* const still = find_allocation_at(pointer);
                              if (still != nullptr) {
                                release_from_pool(*still);
                                forget(*still, call);
                              }
                              return cudaSuccess;
                            },
                        .call = call,
                        .writes = {{allocation->begin, allocation->bytes}}});
}

// The 64-bit attributes that can be read; null: it is not one of them.
std::uint64_t* counter_of(CUmemPoolHandle_st& pool, cudaMemPoolAttr attr) {
  switch (attr) {
    case cudaMemPoolAttrReleaseThreshold:
      return &pool.release_threshold;
    case cudaMemPoolAttrReservedMemCurrent:  // nothing is kept beyond what is in use
    case cudaMemPoolAttrUsedMemCurrent:
      return &pool.used;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      return &pool.high;
    default:
      return nullptr;
  }
}

int* reuse_of(CUmemPoolHandle_st& pool, cudaMemPoolAttr attr) {
  const bool known = attr >= cudaMemPoolReuseFollowEventDependencies && attr <= cudaMemPoolReuseAllowInternalDependencies;
  return known ? &pool.reuse[attr - cudaMemPoolReuseFollowEventDependencies] : nullptr;
}

cudaError_t set_attribute(CUmemPoolHandle_st& pool, cudaMemPoolAttr attr, const void* value) {
  if (int* const reuse = reuse_of(pool, attr)) {
    std::memcpy(reuse, value, sizeof *reuse);
    return cudaSuccess;
  }
  std::uint64_t number;
  std::memcpy(&number, value, sizeof number);
  if (attr == cudaMemPoolAttrReleaseThreshold) {
    pool.release_threshold = number;
    return cudaSuccess;
  }
  const bool is_high = attr == cudaMemPoolAttrUsedMemHigh || attr == cudaMemPoolAttrReservedMemHigh;
  if (!is_high || number != 0) return cudaErrorInvalidValue;  // a high-water mark can only start again
  pool.high = pool.used;
  return cudaSuccess;
}

cudaError_t get_attribute(CUmemPoolHandle_st& pool, cudaMemPoolAttr attr, void* value) {
  if (const int* const reuse = reuse_of(pool, attr)) {
    std::memcpy(value, reuse, sizeof *reuse);
    return cudaSuccess;
  }
  const std::uint64_t* const counter = counter_of(pool, attr);
  if (counter == nullptr) return cudaErrorInvalidValue;
  std::memcpy(value, counter, sizeof *counter);
  return cudaSuccess;
}

// For functions that name a device and give a pool.
cudaError_t give_pool(cudaMemPool_t* memPool, int device, CUmemPoolHandle_st* pool) {
  return api([&] {
    if (memPool == nullptr) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *memPool = pool;
    return cudaSuccess;
  });
}

// Whether there is a pool for memory of this kind at this place.
cudaError_t check_pool_place(const cudaMemLocation* location, cudaMemAllocationType type) {
  if (location == nullptr) return cudaErrorInvalidValue;
  return location->type == cudaMemLocationTypeDevice && type == cudaMemAllocationTypePinned ? cudaSuccess : cudaErrorNotSupported;
}

// Runs `body(pool)` for functions that name a pool and a place for an answer.
template <class Body>
cudaError_t with_pool(cudaMemPool_t handle, const void* other, Body body) {
  return api([&] {
    CUmemPoolHandle_st* const pool = pools().find(handle);
    if (pool == nullptr || other == nullptr) return cudaErrorInvalidValue;
    return body(*pool);
  });
}

}  // namespace

cudaError_t prepare_allocation(cudaMemAllocNodeParams* params, Call call, Operation* operation) {
  const cudaMemPoolProps& pool = params->poolProps;
  if (pool.allocType != cudaMemAllocationTypePinned || pool.location.type != cudaMemLocationTypeDevice || pool.location.id != 0)
    return cudaErrorInvalidValue;
  if (params->bytesize == 0) return cudaErrorInvalidValue;
  std::byte* const memory = take(pools().standard, params->bytesize, call);
  *operation = owned_by_graph(memory, params->bytesize, call);
  params->dptr = memory;
  return cudaSuccess;
}

cudaError_t prepare_free(void* pointer, Call call, Operation* operation) {
  const Allocation* const allocation = find_allocation_at(pointer);
  return allocation == nullptr ? cudaErrorInvalidValue : free_in_graph(*allocation, call, operation);
}

void release_from_pool(const Allocation& allocation) {
  if (CUmemPoolHandle_st* const pool = pools().find(allocation.pool)) pool->used -= allocation.bytes;
}

void forget_all_pools() {
  graph_memory().clear();
  pools().all.clear();
  pools().standard = {};
  pools().current = &pools().standard;
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaMallocAsync(void** devPtr, std::size_t size, cudaStream_t stream) {
  return api([&, call = Call::here()] { return allocate_from(pools().current, devPtr, size, stream, call); });
}
cudaError_t cudaMallocFromPoolAsync(void** ptr, std::size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
  return api([&, call = Call::here()] { return allocate_from(pools().find(memPool), ptr, size, stream, call); });
}
cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t stream) {
  return api([&, call = Call::here()] { return free_in_order(devPtr, stream, call); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  return api([&] {
    if (memPool == nullptr || poolProps == nullptr || poolProps->allocType != cudaMemAllocationTypePinned) return cudaErrorInvalidValue;
    if (poolProps->location.type != cudaMemLocationTypeDevice || poolProps->location.id != 0) return cudaErrorInvalidValue;
    if (poolProps->handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
    *memPool = pools().all.make();
    (*memPool)->most = poolProps->maxSize;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  return api([&] {
    if (!pools().all.destroy(memPool)) return cudaErrorInvalidValue;
    if (pools().current == memPool) pools().current = &pools().standard;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, std::size_t) {
  return api([&] { return pools().find(memPool) == nullptr ? cudaErrorInvalidValue : cudaSuccess; });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return with_pool(memPool, value, [&](CUmemPoolHandle_st& pool) { return set_attribute(pool, attr, value); });
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return with_pool(memPool, value, [&](CUmemPoolHandle_st& pool) { return get_attribute(pool, attr, value); });
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, std::size_t count) {
  return with_pool(memPool, descList, [&](CUmemPoolHandle_st&) {
    const auto own = [](const cudaMemAccessDesc& d) { return d.location.type == cudaMemLocationTypeDevice && d.location.id == 0; };
    return std::all_of(descList, descList + count, own) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool, cudaMemLocation* location) {
  return with_pool(memPool, flags, [&](CUmemPoolHandle_st&) {
    if (location == nullptr) return cudaErrorInvalidValue;
    const bool own = location->type == cudaMemLocationTypeDevice && location->id == 0;
    *flags = own ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) { return give_pool(memPool, device, &pools().standard); }
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) { return give_pool(memPool, device, pools().current); }
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  return api([&] {
    if (device != 0) return cudaErrorInvalidDevice;
    CUmemPoolHandle_st* const pool = pools().find(memPool);
    if (pool == nullptr) return cudaErrorInvalidValue;
    pools().current = pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType type) {
  const cudaError_t error = check_pool_place(location, type);
  return error != cudaSuccess ? remember(error) : cudaDeviceGetDefaultMemPool(memPool, location->id);
}
cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType type) {
  const cudaError_t error = check_pool_place(location, type);
  return error != cudaSuccess ? remember(error) : cudaDeviceGetMemPool(memPool, location->id);
}
cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type, cudaMemPool_t memPool) {
  const cudaError_t error = check_pool_place(location, type);
  return error != cudaSuccess ? remember(error) : cudaDeviceSetMemPool(location->id, memPool);
}
