/// @file
/// @brief How the work of a run is shared among warps: counters are sums, and do not tell who did what.
#pragma once

#include <string>

namespace lockstep::testing {

/// Fails where few of the warps work, however many were launched. In a trace, all accesses to memory of all warps are counted: they must be
/// at least `least` times those of the busiest warp. Parts that ask for the same size look at one trace.
/// @param size  as `--size` takes it; so small that the first 256 blocks do all of the work, and that no block needs the 10,000 events of a
/// trace alone
void require_warps_at_work(const std::string& size, double least);

}  // namespace lockstep::testing
