/// @file
/// @brief Fibers: stacks of our own, and the switch between them.
///
/// A blocked thread hands the processor straight to the next one, without a detour over a scheduler, and a failed launch
/// drops its stacks where they stand.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::sim {

/// A stack that is not running: its stack pointer, with the registers that a call preserves saved there.
using Context = void*;

/// A stack that runs one CUDA thread after another until one of them has to wait.
struct Fiber {
  std::byte* stack_end = nullptr;  ///< stacks grow down from here
  Context context = nullptr;       ///< where to go on; null before its first run
};

inline constexpr std::size_t kStackBytes = 64 * 1024;
#if defined(__aarch64__)
inline constexpr std::size_t kGuardBytes = 64 * 1024;  // the largest page that a system has there
#else
inline constexpr std::size_t kGuardBytes = 4096;
#endif

/// Leaves the running stack, whose context `saved` then holds, and goes on at `target`. Returns when something switches back.
/// (engine/running/switch_x86_64.cpp, engine/running/switch_aarch64.cpp)
void switch_to(Context target, Context& saved);

/// Makes `fiber` start `run_fiber` at its next switch. What was on its stack is forgotten.
void prepare(Fiber& fiber);

/// What every fiber runs; it never returns. (engine/running/worker.cpp)
[[noreturn]] void run_fiber();

/// A stack from the pool, which grows as needed. @throws std::bad_alloc where the system has no more mappings (vm.max_map_count)
Fiber* take_fiber();
/// Gives a stack back; what ran on it is forgotten.
void give_fiber(Fiber* fiber);

/// True where an address is in the used part of the stack that this runs on.
bool own_stack_holds(const void* address);

/// True where an address is in the guard page below a stack: the thread used more local memory than it has.
bool in_guard_page(const void* address);

/// The end of the stack that holds an address; the address itself where none does.
std::uintptr_t end_of_stack(std::uintptr_t address);

}  // namespace lockstep::sim
