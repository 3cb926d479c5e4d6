/// @file
/// @brief The functions on which a debugger sets breakpoints.
///
/// Compiled with all debug information, and included by no other source: so a debugger knows what grids, blocks and threads are made of.
#include "sim/engine/running/debugger.hpp"

#include "sim/engine/running/worker.hpp"

lockstep::sim::DebuggerFocus lockstep_focus{};

// Each is called, and not inlined: the compiler cannot know that it does nothing.
extern "C" [[gnu::noinline]] void lockstep_grid_begins(const lockstep::sim::GridRun& grid) { asm volatile("" : : "r"(&grid)); }
extern "C" [[gnu::noinline]] void lockstep_turn_of_focus(const lockstep::sim::Worker& worker) { asm volatile("" : : "r"(&worker)); }

namespace lockstep::sim {

// What is not instantiated is not described.
static_assert(sizeof(std::unique_ptr<Cluster>) != 0 && sizeof(std::unique_ptr<Block>) != 0);

void compare_with_focus(Worker& worker) {
  const Thread& thread = worker.current();
  if (is_same(thread.block->index, lockstep_focus.block) && is_same(thread.index, lockstep_focus.thread)) lockstep_turn_of_focus(worker);
}

}  // namespace lockstep::sim
