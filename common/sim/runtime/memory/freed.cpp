/// @file
/// @brief The list of what was freed.
#include "sim/runtime/memory/freed.hpp"

#include <algorithm>
#include <deque>
#include <memory>

#include "sim/engine/immortal.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kRemembered = 256;

std::deque<Allocation>& freed() {
  static auto& last_first = immortal<std::deque<Allocation>>();
  return last_first;
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

}  // namespace lockstep::sim
