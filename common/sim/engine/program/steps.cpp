/// @file
/// @brief Reads the section of the program in which each mark has left its address (`step()` in lockstep/sim/launch.hpp).
#include "sim/engine/program/steps.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>

#include "sim/engine/immortal.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/program/call_instruction.hpp"

// The linker defines these two symbols where the program has marks. A shared library has a section of its own, which is not read: in its
// kernels, only accesses are steps.
extern "C" {
[[gnu::weak]] extern const std::int32_t __start_lockstep_steps[];
[[gnu::weak]] extern const std::int32_t __stop_lockstep_steps[];
}

namespace lockstep::sim {

namespace {

std::vector<std::uintptr_t> read_steps() {
  std::vector<std::uintptr_t> steps;
  for (const std::int32_t* entry = __start_lockstep_steps; entry != __stop_lockstep_steps; ++entry)
    steps.push_back(number(entry) + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(*entry)));
  std::sort(steps.begin(), steps.end());
  return steps;
}

const std::vector<std::uintptr_t>& all_steps() {
  static const std::vector<std::uintptr_t>* const steps = &immortal<std::vector<std::uintptr_t>>(read_steps());
  return *steps;
}

// Every block begins with a call of the hook, and so does every function: the code up to the next such call is the block's.
std::uintptr_t end_of_block(std::uintptr_t pc, std::uintptr_t limit) {
  const auto* const code = reinterpret_cast<const std::uint8_t*>(pc);
  const std::uint8_t* const hook = target_of(code - kCallBytes);
  for (Code rest{code, code + (limit - pc)}; const std::uint8_t* const call = next_call(rest); rest.begin = call + 1)
    if (target_of(call) == hook) return number(call);
  return limit;
}

/// The marks of one basic block.
std::span<const std::uintptr_t> marks_of_block(std::uintptr_t pc) {
  const std::vector<std::uintptr_t>& steps = all_steps();
  const auto first = std::ranges::lower_bound(steps, pc);
  if (first == steps.end()) return {};
  return {first, std::ranges::lower_bound(first, steps.end(), end_of_block(pc, steps.back() + 1))};
}

std::vector<Step> find_steps(std::uintptr_t pc) {
  std::vector<Step> found;
  for (const std::uintptr_t mark : marks_of_block(pc)) found.push_back({mark, code_line(reinterpret_cast<const void*>(mark + 1))});
  return found;
}

}  // namespace

const std::vector<Step>& steps_of_block(const void* pc) {
  static auto& known = immortal<std::unordered_map<const void*, std::vector<Step>>>();
  static auto& mutex = immortal<std::mutex>();
  const std::lock_guard lock(mutex);
  const auto [entry, fresh] = known.try_emplace(pc);
  if (fresh) entry->second = find_steps(number(pc));
  return entry->second;
}

std::size_t count_steps_of_block(const void* pc) {
  static auto& known = immortal<std::unordered_map<const void*, std::size_t>>();
  static auto& mutex = immortal<std::mutex>();
  const std::lock_guard lock(mutex);
  const auto [entry, fresh] = known.try_emplace(pc);
  if (fresh) entry->second = marks_of_block(number(pc)).size();
  return entry->second;
}

CodeLine last_line_of_block(const void* pc) {
  const std::vector<std::uintptr_t>& steps = all_steps();
  if (steps.empty() || number(pc) > steps.back()) return {};
  return code_line(reinterpret_cast<const void*>(end_of_block(number(pc), steps.back() + 1)));
}

}  // namespace lockstep::sim
