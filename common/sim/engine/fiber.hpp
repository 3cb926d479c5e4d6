/// @file
/// @brief Fibers: stacks of our own, and the switch between them.
///
/// Boost.Context's raw switch is used, not its `fiber` class: a blocked thread hands the processor straight to the next
/// one, without a detour over a scheduler, and a failed launch drops its stacks where they stand.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

namespace lockstep::sim {

using Context = boost::context::detail::fcontext_t;

/// A stack that runs one CUDA thread after another until one of them has to wait.
struct Fiber {
  std::byte* stack_end = nullptr;  ///< stacks grow down from here
  Context context = nullptr;       ///< where to go on; null before its first run
};

inline constexpr std::size_t kStackBytes = 64 * 1024;
inline constexpr std::size_t kGuardBytes = 4096;

/// Leaves the running context in `saved` and goes on at `target`. Returns when somebody switches back.
inline void switch_to(Context target, Context& saved) {
  const auto back = boost::context::detail::jump_fcontext(target, &saved);
  *static_cast<Context*>(back.data) = back.fctx;
}

/// Makes `fiber` start `entry` at its next switch.
void prepare(Fiber& fiber, void (*entry)(boost::context::detail::transfer_t));

/// A stack from the pool, which grows as needed. @throws std::bad_alloc where the system has no more mappings (vm.max_map_count)
Fiber* take_fiber();
/// Gives a stack back; what ran on it is forgotten.
void give_fiber(Fiber* fiber);

/// True where an address is in the guard page below a stack: the thread used more local memory than it has.
bool in_guard_page(const void* address);

}  // namespace lockstep::sim
