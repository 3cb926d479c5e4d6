/// @file
/// @brief Says what an address is, or was.
#include "runtime/freed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>

#include "engine/hooks.hpp"
#include "engine/immortal.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kRemembered = 256;

std::deque<Allocation>& freed() {
  static auto& last_first = immortal<std::deque<Allocation>>();
  return last_first;
}

std::string place_in(const Allocation& allocation, const void* p) {
  return fmt::format("byte {} of the {} bytes from {} at {}", static_cast<const std::byte*>(p) - allocation.begin, allocation.bytes,
                     allocation.made.name, static_cast<const void*>(allocation.begin));
}

// The allocation whose pages, or the closed page behind them, hold `p`.
const Allocation* neighbour(const void* p) {
  const auto next = allocations().upper_bound(static_cast<const std::byte*>(p));
  if (next == allocations().begin()) return nullptr;
  const Allocation& before = std::prev(next)->second;
  constexpr std::size_t kNear = 4096;
  return static_cast<std::size_t>(static_cast<const std::byte*>(p) - (before.begin + before.bytes)) < kNear ? &before : nullptr;
}

}  // namespace

void remember_freed(const Allocation& allocation, Call by) {
  freed().push_front(allocation);
  freed().front().freed = by;
  if (freed().size() > kRemembered) freed().pop_back();
}

const Allocation* find_freed(const void* p) {
  const auto found = std::find_if(freed().begin(), freed().end(), [&](const Allocation& a) { return a.holds(p); });
  return found == freed().end() ? nullptr : &*found;
}

std::string describe_address(const void* p) {
  if (p < reinterpret_cast<const void*>(std::uintptr_t{4096})) return "a null pointer";
  if (const Variables* variables = find_variables(p)) return fmt::format("in a {} variable", variables->qualifier);
  if (const Allocation* allocation = find_allocation(p)) return place_in(*allocation, p);
  if (const Allocation* before = find_freed(p)) return place_in(*before, p) + ", which was freed";
  if (const Allocation* before = neighbour(p))
    return fmt::format("{} bytes behind the end of the {} bytes from {} at {}",
                       static_cast<const std::byte*>(p) - (before->begin + before->bytes) + 1, before->bytes, before->made.name,
                       static_cast<const void*>(before->begin));
  const AddressSpace& space = address_space();
  if (space.shared.holds(p)) return "in the shared memory of a block";
  if (space.stacks.holds(p)) return "in a thread's local memory";
  if (space.all.holds(p)) return "no memory that was allocated";
  return "host memory that the device cannot reach: copy it with cudaMemcpy, or allocate it with cudaMallocManaged or cudaMallocHost";
}

}  // namespace lockstep::sim
