/// @file
/// @brief Digests of stacks, and which were seen.
#include "sim/engine/running/standstill.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "sim/engine/running/block.hpp"

namespace lockstep::sim {

namespace {

// Unrolled loops, and turns that end at one place or another, give a waiting thread a few states.
constexpr std::size_t kMostStates = 16;
constexpr std::uint32_t kLooks = 8;

std::uint64_t digest_of_stack(const Fiber& fiber) {
  const auto* const begin = static_cast<const char*>(fiber.context);
  const auto bytes = static_cast<std::size_t>(reinterpret_cast<const char*>(fiber.stack_end) - begin);
  return std::hash<std::string_view>()({begin, bytes});
}

}  // namespace

void Standstill::look(const std::vector<const Thread*>& threads) {
  // Every thread is looked at, also behind one that has changed: so all states are known early.
  const auto news = std::count_if(threads.begin(), threads.end(), [&](const Thread* thread) { return is_new(*thread); });
  looks_without_news_ = news == 0 ? looks_without_news_ + 1 : 0;
}

bool Standstill::is_certain() const { return looks_without_news_ >= kLooks; }

void Standstill::forget() {
  seen_.clear();
  looks_without_news_ = 0;
}

bool Standstill::is_new(const Thread& thread) {
  std::vector<std::uint64_t>& states = seen_[&thread];
  const std::uint64_t state = digest_of_stack(*thread.fiber);
  if (std::find(states.begin(), states.end(), state) != states.end()) return false;
  if (states.size() == kMostStates) states.clear();
  states.push_back(state);
  return true;
}

}  // namespace lockstep::sim
