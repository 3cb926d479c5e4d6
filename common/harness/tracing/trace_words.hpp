/// @file
/// @brief The options that say which warps a trace has.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "observation/observation.hpp"

namespace lockstep {

/// As they were typed; empty where they were not.
struct TraceWords {
  std::string blocks, warps, events;
};

/// One of them: the option, and the variable for a program made by `./lockstep cc`.
struct TraceWord {
  const char* option;
  std::string TraceWords::*value;
  const char* variable;
  const char* help;
};
inline constexpr std::array kTraceWords{
    TraceWord{"--trace-blocks", &TraceWords::blocks, "LOCKSTEP_TRACE_BLOCKS",
              "Other blocks, by their numbers in the grid: 0,3 (needs --trace)"},
    TraceWord{"--trace-warps", &TraceWords::warps, "LOCKSTEP_TRACE_WARPS",
              "Other warps, by their numbers in the block: 0,1 or all (needs --trace)"},
    TraceWord{"--trace-events", &TraceWords::events, "LOCKSTEP_TRACE_EVENTS",
              "At most this many events; the trace says where it was cut (needs --trace) [10000]"},
};

/// What they ask for. @param file  the value of `--trace`. @throws UsageError where a value is invalid, or `--trace` is missing
TraceRequest parse_trace(const TraceWords& words, std::string_view file);

}  // namespace lockstep
