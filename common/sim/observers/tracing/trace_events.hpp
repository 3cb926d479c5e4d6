/// @file
/// @brief Makes a trace's events of what was seen of a launch.
#pragma once

#include <cstddef>

#include "observation/trace.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/observers/tracing/trace_steps.hpp"

namespace lockstep::sim {

/// Adds the launch to the trace, which may hold so many events. To be called while its memory is there, on a host's stack.
void add_launch(KernelTrace& trace, const GridRun& grid, const TracedLaunch& launch, std::size_t most_events);

}  // namespace lockstep::sim
