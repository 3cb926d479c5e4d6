/// @file
/// @brief The pool of stacks.
#include "sim/engine/running/fiber.hpp"

#include <deque>
#include <mutex>
#include <vector>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/immortal.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kSlotBytes = kStackBytes + kGuardBytes;

struct FiberPool {
  std::mutex mutex;
  std::deque<Fiber> all;  // a deque keeps addresses as it grows
  std::vector<Fiber*> free;
};

FiberPool& fiber_pool() {
  static auto& instance = immortal<FiberPool>();
  return instance;
}

// Tops of stacks that are a power of two apart would share one set of the cache: 1024 threads would evict each other.
std::size_t colour(std::size_t index) { return (index % 56) * 64; }

}  // namespace

Fiber* take_fiber() {
  FiberPool& stacks = fiber_pool();
  const std::lock_guard lock(stacks.mutex);
  if (!stacks.free.empty()) {
    Fiber* const fiber = stacks.free.back();
    stacks.free.pop_back();
    return fiber;
  }
  const std::size_t index = stacks.all.size();
  std::byte* const slot = address_space().stacks.begin + index * kSlotBytes;
  commit(slot + kGuardBytes, kStackBytes);
  return &stacks.all.emplace_back(Fiber{slot + kSlotBytes - colour(index), nullptr});
}

void give_fiber(Fiber* fiber) {
  FiberPool& stacks = fiber_pool();
  const std::lock_guard lock(stacks.mutex);
  fiber->context = nullptr;
  stacks.free.push_back(fiber);
}

bool own_stack_holds(const void* address) {
  const std::byte* const here = static_cast<const std::byte*>(__builtin_frame_address(0));
  const auto slot = [](const void* p) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(p) - address_space().stacks.begin) / kSlotBytes;
  };
  return slot(address) == slot(here) && address >= here;
}

std::uintptr_t end_of_stack(std::uintptr_t address) {
  const AddressRange& stacks = address_space().stacks;
  if (!stacks.holds(reinterpret_cast<const void*>(address))) return address;
  const auto begin = reinterpret_cast<std::uintptr_t>(stacks.begin);
  return begin + ((address - begin) / kSlotBytes + 1) * kSlotBytes;
}

bool in_guard_page(const void* address) {
  const AddressRange& stacks = address_space().stacks;
  return stacks.holds(address) &&
         static_cast<std::size_t>(static_cast<const std::byte*>(address) - stacks.begin) % kSlotBytes < kGuardBytes;
}

}  // namespace lockstep::sim
