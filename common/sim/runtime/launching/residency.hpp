/// @file
/// @brief How many blocks a multiprocessor holds at once, by the rules of compute capability 9.0: a pure function.
///
/// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", and cuda_occupancy.h of the CUDA Toolkit. Every
/// row of tests/playground/data/h200_occupancy.csv, what an H200 answered, follows them.
#pragma once

#include <algorithm>
#include <cstddef>

namespace lockstep::sim {

/// What a launch asks of a multiprocessor.
struct BlockNeeds {
  int threads = 0;
  int registers = 0;       ///< of a thread
  std::size_t shared = 0;  ///< bytes, static and dynamic
};

/// How many blocks would fit if one thing alone ran out; all are 0 where a block asks for more than it may have.
struct Residency {
  int by_warps = 0, by_registers = 0, by_shared = 0, by_blocks = 0;
  int blocks() const { return std::min({by_warps, by_registers, by_shared, by_blocks}); }
};

/// @param block  of at least one thread, and one register a thread
Residency residency(const BlockNeeds& block);

/// Blocks that fit of a kernel on the simulated device, where each is taken to have `device::kRegistersPerThread`.
int blocks_per_multiprocessor(int threads, std::size_t shared);

}  // namespace lockstep::sim
