/// @file
/// @brief What warps do, step by step: for the harness, and for any program by LOCKSTEP_TRACE.
#pragma once

#include <memory>

namespace lockstep {
struct KernelTrace;   // observation/trace.hpp
struct TraceRequest;  // observation/observation.hpp; programs of `./lockstep cc` do without both
}  // namespace lockstep

namespace lockstep::sim {

/// Traces every launch from here on, until `stop_trace`. Where a check is started before, and stopped after, the trace has its hazards, and
/// shows a launch with a race in both orders of its threads.
void start_trace(const TraceRequest& what);
std::shared_ptr<KernelTrace> stop_trace();

}  // namespace lockstep::sim
