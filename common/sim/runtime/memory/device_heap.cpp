/// @file
/// @brief Gives device code its blocks, next fit, with gaps that no block covers between them.
#include "sim/runtime/memory/device_heap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <mutex>
#include <new>
#include <utility>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/accesses/undo_log.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/fresh_memory.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/running/trial.hpp"
#include "sim/engine/running/worker.hpp"
#include "sim/runtime/context/refusal.hpp"
#include "sim/runtime/memory/address_text.hpp"
#include "sim/runtime/memory/freed.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kHeapAlignment = 16;
constexpr std::size_t kHeapGap = 64;
/// What a block takes of the limit besides its own bytes.
constexpr std::size_t kHeapOverhead = 16;

struct DeviceHeap {
  std::mutex mutex;
  std::size_t limit = std::size_t{8} << 20;
  AddressRange pages{};  ///< none before the first block
  HeapState state;

  std::byte* find_room(std::size_t bytes, std::size_t alignment);
};

DeviceHeap& device_heap() {
  static auto& heap = immortal<DeviceHeap>();
  return heap;
}

/// More addresses than memory, so that they are used again late: a stale pointer then meets nothing rather than new data.
std::size_t heap_addresses(std::size_t limit) { return 3 * limit + std::min(5 * limit, std::size_t{256} << 20) + kHeapGap; }

std::byte* aligned_up(std::byte* p, std::size_t alignment) { return reinterpret_cast<std::byte*>(round_up(number(p), alignment)); }

/// Room after the cursor, otherwise anywhere; null where there is none.
std::byte* DeviceHeap::find_room(std::size_t bytes, std::size_t alignment) {
  for (std::byte* from : {state.cursor, pages.begin}) {
    std::byte* at = aligned_up(from + kHeapGap, alignment);
    for (auto next = state.blocks.lower_bound(from); next != state.blocks.end() && next->first < at + bytes + kHeapGap; ++next)
      at = aligned_up(next->second.begin + next->second.bytes + kHeapGap, alignment);
    if (at + bytes + kHeapGap <= pages.end()) return at;
  }
  return nullptr;
}

std::size_t cost_of(std::size_t bytes) { return round_up(bytes, kHeapAlignment) + kHeapOverhead; }

// The heap's table is not put back with memory: a launch that uses it is watched as it is.
void leave_trial() {
  if (kept_pages != nullptr) call_off_trial(TrialEnd::unkept);
}

void* make_block(std::size_t bytes, std::size_t alignment, Call made) {
  if (bytes == 0) return nullptr;
  leave_trial();
  DeviceHeap& heap = device_heap();
  const std::lock_guard lock(heap.mutex);
  if (bytes > heap.limit || heap.state.used + cost_of(bytes) > heap.limit) return nullptr;
  if (heap.pages.bytes == 0) {
    heap.pages = make_heap_pages(heap_addresses(heap.limit));
    heap.state.cursor = heap.pages.begin;
  }
  std::byte* const begin = heap.find_room(bytes, std::max(alignment, kHeapAlignment));
  if (begin == nullptr) return nullptr;
  heap.state.cursor = begin + bytes;
  heap.state.used += cost_of(bytes);
  std::memset(begin, fresh_byte(), bytes);
  const Allocation block{.begin = begin, .bytes = bytes, .origin = Origin::heap, .made = made};
  const Allocation& kept = heap.state.blocks.emplace(begin, block).first->second;
  observe([&](Observer& observer) { observer.memory_made(kept); });
  return begin;
}

[[noreturn]] void fail_free(const void* p, const Call& call) {
  const Allocation* const freed = find_heap_block(p) == nullptr ? find_freed(p) : nullptr;
  const bool twice = freed != nullptr && freed->begin == p && freed->origin == Origin::heap;
  fail({.kind = "invalid-free",
        .text = fmt::format("{} got {}", call.name, describe_address(p)),
        .fix =
            twice ? "free each block once" : "pass it what malloc or new returned in device code, and free other memory where it was made",
        .pc = call.pc,
        .address = p});
}

void end_block(void* p, Call freed) {
  if (p == nullptr) return;
  leave_trial();
  DeviceHeap& heap = device_heap();
  Allocation block;
  {
    const std::lock_guard lock(heap.mutex);
    const auto found = heap.state.blocks.find(static_cast<const std::byte*>(p));
    if (found != heap.state.blocks.end()) {
      block = found->second;
      heap.state.used -= cost_of(block.bytes);
      heap.state.blocks.erase(found);
      remember_freed(block, freed);
    }
  }
  if (block.begin == nullptr) fail_free(p, freed);
  observe([&](Observer& observer) { observer.memory_ended(block); });
}

/// Host code gave `free` or `delete` memory that is the simulator's.
[[noreturn]] void refuse_host_free(const void* p, const Call& call) {
  const Allocation* const allocation = find_allocation(p);
  const bool pinned = allocation != nullptr && allocation->origin == Origin::pinned;
  refuse(cudaErrorInvalidValue, call, fmt::format("{}: {} frees it", describe_address(p), pinned ? "cudaFreeHost" : "cudaFree"));
  std::abort();
}

/// True in device code. In host code, memory of the simulator's ends the program.
bool frees_on_device(const void* p, const Call& call) {
  if (in_kernel()) return true;
  if (space_layout.holds(number(p))) refuse_host_free(p, call);
  return false;
}

}  // namespace

const Allocations& heap_blocks() { return device_heap().state.blocks; }

Allocation* find_heap_block(const void* p) {
  DeviceHeap& heap = device_heap();
  const std::unique_lock lock(heap.mutex, std::try_to_lock);
  if (!lock) return nullptr;
  const auto next = heap.state.blocks.upper_bound(static_cast<const std::byte*>(p));
  if (next == heap.state.blocks.begin()) return nullptr;
  Allocation& candidate = std::prev(next)->second;
  return candidate.holds(p) ? &candidate : nullptr;
}

bool set_heap_limit(std::size_t bytes) {
  DeviceHeap& heap = device_heap();
  if (heap.pages.bytes != 0) return false;
  heap.limit = bytes;
  return true;
}

void forget_heap() {
  DeviceHeap& heap = device_heap();
  heap.pages = {};
  heap.state = {};
  heap.limit = std::size_t{8} << 20;
}

HeapState heap_state() { return device_heap().state; }
void set_heap_state(HeapState state) {
  DeviceHeap& heap = device_heap();
  if (state.cursor == nullptr) state.cursor = heap.pages.begin;  // from before there was a heap
  heap.state = std::move(state);
}

// What programs call (include/lockstep/sim/device/heap.hpp). Host code gets what it would get without a simulator.

extern "C" {

void* lockstep_heap_malloc(std::size_t bytes) {
  return in_kernel() ? make_block(bytes, 1, {"malloc", __builtin_return_address(0)}) : std::malloc(bytes);
}
void* lockstep_heap_aligned_malloc(std::size_t bytes, std::size_t alignment) {
  return in_kernel() ? make_block(bytes, alignment, {"__nv_aligned_device_malloc", __builtin_return_address(0)}) : nullptr;
}
void lockstep_heap_free(void* p) {
  const Call call{"free", __builtin_return_address(0)};
  if (frees_on_device(p, call)) return end_block(p, call);
  std::free(p);
}

}  // extern "C"

#define LOCKSTEP_NEW(name, label, operation, alignment, parameters, arguments) \
  void* name parameters __asm__("_ZN8lockstep" label);                         \
  void* name parameters { return in_kernel() ? make_block(bytes, alignment, {"new", __builtin_return_address(0)}) : operation arguments; }
#define LOCKSTEP_DELETE(name, label, operation, parameters, arguments) \
  void name parameters __asm__("_ZN8lockstep" label);                  \
  void name parameters {                                               \
    const Call call{"delete", __builtin_return_address(0)};            \
    if (frees_on_device(p, call)) return end_block(p, call);           \
    operation arguments;                                               \
  }

LOCKSTEP_NEW(new_object, "nwEm", ::operator new, 1, (std::size_t bytes), (bytes))
LOCKSTEP_NEW(new_object_or_null, "nwEmRKSt9nothrow_t", ::operator new, 1, (std::size_t bytes, const std::nothrow_t& tag), (bytes, tag))
LOCKSTEP_NEW(new_aligned_object, "nwEmSt11align_val_t", ::operator new, static_cast<std::size_t>(to),
             (std::size_t bytes, std::align_val_t to), (bytes, to))
LOCKSTEP_DELETE(delete_object, "dlEPv", ::operator delete, (void* p), (p))
LOCKSTEP_DELETE(delete_sized_object, "dlEPvm", ::operator delete, (void* p, std::size_t bytes), (p, bytes))
LOCKSTEP_DELETE(delete_aligned_object, "dlEPvSt11align_val_t", ::operator delete, (void* p, std::align_val_t to), (p, to))
LOCKSTEP_DELETE(delete_sized_aligned_object, "dlEPvmSt11align_val_t", ::operator delete, (void* p, std::size_t bytes, std::align_val_t to),
                (p, bytes, to))
LOCKSTEP_NEW(new_array, "naEm", ::operator new[], 1, (std::size_t bytes), (bytes))
LOCKSTEP_NEW(new_array_or_null, "naEmRKSt9nothrow_t", ::operator new[], 1, (std::size_t bytes, const std::nothrow_t& tag), (bytes, tag))
LOCKSTEP_NEW(new_aligned_array, "naEmSt11align_val_t", ::operator new[], static_cast<std::size_t>(to),
             (std::size_t bytes, std::align_val_t to), (bytes, to))
LOCKSTEP_DELETE(delete_array, "daEPv", ::operator delete[], (void* p), (p))
LOCKSTEP_DELETE(delete_sized_array, "daEPvm", ::operator delete[], (void* p, std::size_t bytes), (p, bytes))
LOCKSTEP_DELETE(delete_aligned_array, "daEPvSt11align_val_t", ::operator delete[], (void* p, std::align_val_t to), (p, to))
LOCKSTEP_DELETE(delete_sized_aligned_array, "daEPvmSt11align_val_t", ::operator delete[], (void* p, std::size_t bytes, std::align_val_t to),
                (p, bytes, to))

}  // namespace lockstep::sim
