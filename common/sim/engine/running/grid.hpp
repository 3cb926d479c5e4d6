/// @file
/// @brief The engine's one entry: run a grid to its end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lockstep/sim/launch.hpp"

namespace lockstep::sim {

/// A launch whose configuration has been checked.
struct GridRequest {
  const KernelEntry* kernel = nullptr;
  KernelBody body;
  std::shared_ptr<const void> closure;  ///< keeps the body's
  dim3 grid, block;
  dim3 cluster = {1, 1, 1};  ///< divides the grid
  std::size_t dynamic_shared = 0;
  bool cooperative = false;  ///< all blocks are resident at once
  unsigned depth = 0;        ///< of nested launches: 0 where the host launched it
};

/// How a launch ended. On an error the report was already printed on standard error.
struct Outcome {
  cudaError_t error = cudaSuccess;
  std::shared_ptr<void> children{};  ///< what its threads launched, as the runtime keeps it (runtime/issuing/children.cpp)
};

/// In which order threads and blocks take their turns: as they are numbered, unless …
struct Schedule {
  bool reversed = false;      ///< the last come first; after barriers, too
  std::uint64_t shuffle = 0;  ///< the seed of some other order
  bool takes_turns = false;   ///< before a thread draws a number with an atomicAdd, all others go: blocks share work
};

/// Runs every thread of every block. Called by one host thread at a time.
Outcome run_grid(const GridRequest& request);

/// How a launch is run.
struct Manner {
  std::size_t workers = 1;
  Schedule schedule{};
  bool quiet = false;     ///< its failures come early
  bool announced = true;  ///< a debugger hears of it
};

/// Runs it once, as the observers that are on see it.
Outcome run_once(const GridRequest& request, const Manner& manner);
/// How many OS threads may work on it.
std::size_t workers_for(const GridRequest& request);

/// Runs a grid once more, in another order: on this OS thread alone, without a word on a failure, and with little patience.
Outcome rerun_grid(const GridRequest& request, Schedule schedule);

}  // namespace lockstep::sim
