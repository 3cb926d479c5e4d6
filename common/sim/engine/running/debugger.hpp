/// @file
/// @brief What a debugger is notified of, and what it asks for. (common/sim/gdb/)
#pragma once

#include "vector_types.h"

namespace lockstep::sim {

class Worker;
class GridRun;

/// The thread that a debugger waits for. It writes here; nothing else does.
struct DebuggerFocus {
  bool asked;
  uint3 block, thread;
};

}  // namespace lockstep::sim

extern "C" {

extern lockstep::sim::DebuggerFocus lockstep_focus;

/// Where a debugger stops before a grid's first thread.
void lockstep_grid_begins(const lockstep::sim::GridRun& grid);

/// Where a debugger stops when it is the turn of the thread that it waits for, on that thread's own stack.
void lockstep_turn_of_focus(const lockstep::sim::Worker& worker);

}  // extern "C"

namespace lockstep::sim {

void compare_with_focus(Worker& worker);

/// It is another thread's turn. Without a debugger, one comparison.
inline void tell_debugger(Worker& worker) {
  if (lockstep_focus.asked) [[unlikely]]
    compare_with_focus(worker);
}

}  // namespace lockstep::sim
