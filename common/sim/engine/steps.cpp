/// @file
/// @brief Reads the section of the program in which each mark has left its address (`step()` in lockstep/sim/launch.hpp).
#include "engine/steps.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "engine/address_arithmetic.hpp"
#include "engine/immortal.hpp"

// The linker makes these two where the program has marks. Kernels in shared libraries have theirs in sections of their own.
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

#if defined(__x86_64__)

constexpr std::size_t kCallBytes = 5, kCodeAlignment = 1;

// Where `call rel32` leads; 0 where there is another instruction.
std::uintptr_t call_target(std::uintptr_t at) {
  std::int32_t distance = 0;
  if (*reinterpret_cast<const std::uint8_t*>(at) != 0xE8) return 0;
  std::memcpy(&distance, reinterpret_cast<const void*>(at + 1), sizeof distance);
  return at + kCallBytes + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(distance));
}

#elif defined(__aarch64__)

constexpr std::size_t kCallBytes = 4, kCodeAlignment = 4;

// Where `bl` leads; 0 where there is another instruction.
std::uintptr_t call_target(std::uintptr_t at) {
  std::uint32_t code = 0;
  std::memcpy(&code, reinterpret_cast<const void*>(at), sizeof code);
  if (code >> 26 != 0x25) return 0;
  const auto words = static_cast<std::int32_t>(code << 6) >> 6;
  return at + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(words) * 4);
}

#else
#error "the simulator does not know this processor's call instruction: add it here, and a stack switch beside switch_x86_64.cpp"
#endif

// Every block begins with the hook's call, and every function: what stands between two of them is the first one's.
std::vector<CodeLine> find_steps(std::uintptr_t pc) {
  std::vector<CodeLine> lines;
  const std::uintptr_t hook = call_target(pc - kCallBytes);
  std::uintptr_t at = pc;
  for (auto step = std::lower_bound(all_steps().begin(), all_steps().end(), pc); step != all_steps().end(); ++step) {
    for (; at < *step; at += kCodeAlignment)
      if (call_target(at) == hook) return lines;
    lines.push_back(code_line(reinterpret_cast<const void*>(*step + 1)));
  }
  return lines;
}

}  // namespace

const std::vector<CodeLine>& steps_of_block(const void* pc) {
  static auto& known = immortal<std::unordered_map<const void*, std::vector<CodeLine>>>();
  static auto& mutex = immortal<std::mutex>();
  const std::lock_guard lock(mutex);
  const auto [entry, fresh] = known.try_emplace(pc);
  if (fresh) entry->second = find_steps(number(pc));
  return entry->second;
}

}  // namespace lockstep::sim
