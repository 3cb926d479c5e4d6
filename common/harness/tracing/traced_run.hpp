/// @file
/// @brief A trace of versions: each runs once, and what the checker found is in its launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/running/lesson.hpp"
#include "harness/timing/device.hpp"
#include "observation/trace.hpp"

namespace lockstep {

/// What to trace.
struct TracedVersions {
  std::span<const std::size_t> versions;  ///< indices into Lesson::versions(); those on the host are left out
  Size size;
  std::uint64_t seed = 0;
  RunSettings settings;
  std::span<const double> lesson_settings;
  TraceRequest request;  ///< of all versions together
};

/// Runs each version once, on inputs that are exact integers: they read well. A version that fails is traced up to there; a launch with a
/// race is in the trace twice, with the threads of the race, in both orders.
KernelTrace trace_versions(const Lesson& lesson, const Device& device, const TracedVersions& what);

}  // namespace lockstep
