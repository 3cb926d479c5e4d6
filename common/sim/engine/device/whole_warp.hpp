/// @file
/// @brief The meeting of a warp's lanes before an instruction that needs all of them.
#pragma once

#include <fmt/format.h>

#include "lockstep/sim/engine.hpp"
#include "sim/engine/failures/failure.hpp"

namespace lockstep::sim {

inline constexpr std::uint32_t kWholeWarp = 0xffffffffu;

/// As `warp_exchange`. Ends the launch where a lane is gone.
inline const WarpExchange& whole_warp_exchange(std::uint64_t value, const char* name, Site site) {
  const WarpExchange& exchange = warp_exchange(kWholeWarp, value, name, site);
  if (exchange.lanes != kWholeWarp) fail_kernel(cudaErrorLaunchFailure, fmt::format("{} needs all 32 lanes of the warp", name), site);
  return exchange;
}

}  // namespace lockstep::sim
