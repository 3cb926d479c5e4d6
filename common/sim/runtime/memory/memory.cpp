/// @file
/// @brief The table of allocations.
#include "sim/runtime/memory/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/failures/faults.hpp"
#include "sim/engine/fresh_memory.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/runtime/memory/device_heap.hpp"
#include "sim/runtime/memory/freed.hpp"
#include "sim/runtime/memory/page_heap.hpp"
#include "support/text/binary_count.hpp"

namespace lockstep::sim {

namespace {

struct Memory {
  Allocations live;
  PageHeap device{address_space().device_heap};
  PageHeap host{address_space().host_visible};
  std::size_t device_bytes = 0;
  Allocation* heap = nullptr;  ///< the pages of the device's heap
  // Allocations; other OS threads ask without the lock.
  std::atomic<std::size_t> shared_with_host = 0, registered = 0;

  Memory() { install_fault_handlers(); }  // from now on there is memory that host code must not touch
};

Memory& memory() {
  static auto& all = immortal<Memory>();
  return all;
}

std::size_t capacity_from_environment() {
  const char* const text = std::getenv("LOCKSTEP_MEMORY");
  if (text == nullptr) return std::size_t{8} << 30;
  const auto bytes = static_cast<std::size_t>(binary_count(text).value_or(0));
  if (bytes == 0 || bytes > address_space().device_heap.bytes) {
    fmt::print(stderr, "lockstep: error: LOCKSTEP_MEMORY must be a size such as 512M or 8G, at most 512G, got '{}'\n", text);
    std::exit(2);
  }
  return bytes;
}

}  // namespace

const Allocations& allocations() { return memory().live; }

std::size_t device_memory_total() {
  static const std::size_t total = capacity_from_environment();
  return total;
}
std::size_t device_memory_used() { return memory().device_bytes; }

Allocation& allocate(std::size_t bytes, Origin origin, Call call) {
  Memory& m = memory();
  const bool on_device = origin == Origin::device || origin == Origin::pool;
  const std::size_t capacity = on_device ? device_memory_total() - m.device_bytes : address_space().host_visible.bytes / 2;
  if (bytes > capacity || round_up(bytes, kDeviceAlignment) > capacity) throw std::bad_alloc();
  const std::size_t rounded = round_up(bytes, kDeviceAlignment);

  // The memory ends as near to the closed page after it as alignment allows, so that overruns fault.
  const AddressRange pages = (on_device ? m.device : m.host).take(rounded);
  std::byte* const begin = pages.end() - rounded;
  // What the host sees, too, are pages of the operating system, which come as zeros: on a GPU as here, and programs count on it.
  if (on_device) std::memset(begin, fresh_byte(), std::min(rounded, kPoisonedBytes));
  if (on_device) {
    m.device_bytes += rounded;
    protect(pages.begin, pages.bytes);
  }
  m.shared_with_host += !on_device;
  const Allocation made{.begin = begin, .bytes = bytes, .origin = origin, .made = call, .pages = pages, .open = !on_device};
  Allocation& kept = m.live.emplace(begin, made).first->second;
  observe([&](Observer& observer) { observer.memory_made(kept); });
  return kept;
}

// A kernel asks for it: it stays open until that has ended.
AddressRange make_heap_pages(std::size_t bytes) {
  Memory& m = memory();
  const AddressRange pages = m.device.take(round_up(bytes, system_page_bytes()));
  const Allocation made{.begin = pages.begin, .bytes = pages.bytes, .origin = Origin::heap, .made = {"the device heap"}, .pages = pages};
  m.heap = &m.live.emplace(pages.begin, made).first->second;
  return pages;
}

void register_host_memory(std::byte* begin, std::size_t bytes, unsigned flags) {
  ++memory().shared_with_host;
  ++memory().registered;
  memory().live.emplace(
      begin, Allocation{.begin = begin, .bytes = bytes, .origin = Origin::registered, .made = {"cudaHostRegister"}, .flags = flags});
}

void forget(const Allocation& allocation, Call freed) {
  Memory& m = memory();
  m.shared_with_host -= !allocation.on_device();
  m.registered -= allocation.origin == Origin::registered;
  if (allocation.on_device() && allocation.origin != Origin::heap) m.device_bytes -= round_up(allocation.bytes, kDeviceAlignment);
  if (allocation.origin != Origin::registered) {
    (allocation.on_device() ? m.device : m.host).give(allocation.pages);
    remember_freed(allocation, freed);
  }
  m.live.erase(allocation.begin);
}

void forget_all_memory(Call by) {
  forget_heap();
  memory().heap = nullptr;
  while (!memory().live.empty()) forget(memory().live.begin()->second, by);
}

Allocation* find_allocation(const void* p) {
  Allocations& live = memory().live;
  const auto next = live.upper_bound(static_cast<const std::byte*>(p));
  if (next == live.begin()) return nullptr;
  Allocation& candidate = std::prev(next)->second;
  if (!candidate.holds(p)) return nullptr;
  return candidate.origin == Origin::heap ? find_heap_block(p) : &candidate;
}

Allocation* find_allocation_at(const void* p) {
  Allocations& live = memory().live;
  const auto found = live.find(static_cast<const std::byte*>(p));
  return found == live.end() ? nullptr : &found->second;
}

AddressRange array_around(const void* p) {
  if (const Allocation* const allocation = find_allocation(p)) return {allocation->begin, allocation->bytes};
  const Variables* const all = find_variables(p);
  if (all == nullptr) return {};
  return {const_cast<std::byte*>(all->begin), static_cast<std::size_t>(all->end - all->begin)};
}

// An allocation's pages begin before it does.
bool has_memory(const void* p) {
  const Allocations& live = memory().live;
  const auto next = live.upper_bound(static_cast<const std::byte*>(p));
  if (next != live.end() && next->second.pages.holds(p)) return true;
  return next != live.begin() && std::prev(next)->second.pages.holds(p);
}

bool host_sees(const void* p) {
  if (const Variables* const variables = find_variables(p)) return variables->managed;
  const AddressSpace& space = address_space();
  return !space.all.holds(p) || space.host_visible.holds(p);
}

bool any_registered_memory() { return memory().registered != 0; }
bool host_shares_memory() { return memory().shared_with_host != 0 || any_managed_variables(); }

Side classify(const void* p, std::size_t bytes) {
  if (p == nullptr) return Side::invalid;
  const auto fits = [&](const std::byte* end) { return bytes <= static_cast<std::size_t>(end - static_cast<const std::byte*>(p)); };
  if (const Variables* variables = find_variables(p))
    return fits(variables->end) && (variables->managed || is_given(p)) ? Side::known : Side::invalid;
  if (const Allocation* allocation = find_allocation(p)) {
    if (allocation->origin == Origin::heap) return Side::invalid;  // only device code may touch it
    if (fits(allocation->begin + allocation->bytes)) return Side::known;
    return allocation->origin == Origin::registered ? Side::pageable : Side::invalid;
  }
  return address_space().all.holds(p) ? Side::invalid : Side::pageable;
}

void DeviceMemoryWindow::open_pages(Allocation& allocation, AddressRange pages) {
  commit(pages.begin, pages.bytes);
  opened_.push_back({allocation.begin, pages});
}

// Where the system may have put a large page it is opened as a whole: otherwise it would be cut into small ones, for good.
void DeviceMemoryWindow::open(const std::byte* begin, std::size_t bytes) {
  Allocation* const allocation = find_allocation(begin);
  if (allocation == nullptr || allocation->open || bytes == 0) return;
  const AddressRange all = allocation->pages;
  const auto page_of = [&](std::uintptr_t address) {
    constexpr std::uintptr_t kLargePage = std::uintptr_t{2} << 20;
    const std::uintptr_t large = address / kLargePage * kLargePage;
    if (large >= number(all.begin) && large + kLargePage <= number(all.end())) return std::pair(large, large + kLargePage);
    const std::uintptr_t small = address / system_page_bytes() * system_page_bytes();
    return std::pair(small, small + system_page_bytes());
  };
  const std::uintptr_t first = page_of(number(begin)).first;
  const std::uintptr_t end = std::min(page_of(number(begin) + bytes - 1).second, number(all.end()));
  const bool known = std::ranges::any_of(opened_, [&](const Opened& opened) {
    return opened.allocation == allocation->begin && number(opened.pages.begin) <= first && number(opened.pages.end()) >= end;
  });
  if (!known) open_pages(*allocation, {reinterpret_cast<std::byte*>(first), end - first});
}

void DeviceMemoryWindow::open_all() {
  if (std::exchange(all_open_, true)) return;
  for (auto& [begin, allocation] : memory().live) {
    if (allocation.open) continue;
    open_pages(allocation, allocation.pages);
    allocation.open = true;
  }
}

void DeviceMemoryWindow::close() {
  all_open_ = false;
  for (const Opened& opened : std::exchange(opened_, {})) {
    Allocation* const allocation = find_allocation_at(opened.allocation);
    if (allocation == nullptr) continue;
    protect(opened.pages.begin, opened.pages.bytes);
    allocation->open = false;
  }
  if (Allocation* const heap = memory().heap; heap != nullptr && std::exchange(heap->open, false))
    protect(heap->pages.begin, heap->pages.bytes);
}

}  // namespace lockstep::sim
