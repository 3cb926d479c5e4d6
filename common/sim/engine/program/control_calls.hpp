/// @file
/// @brief The kernels' calls at every basic block and function, which cost nothing while nothing follows them.
#pragma once

namespace lockstep::sim {

/// Makes the calls of `__sanitizer_cov_trace_pc`, `__tsan_func_entry`, `__tsan_func_exit` and `returns` in the program real, or no-ops, as
/// Linux does with its function tracer. Where the code cannot be changed (in a shared library, on a system that forbids it) they stay
/// real: slower, and just as right. To be called while no kernel runs.
void set_control_calls(bool real);

}  // namespace lockstep::sim
