/// @file
/// @brief How many blocks a launch has, where the user asks for no number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "lockstep/cuda.hpp"

namespace lockstep {

/// Blocks of `block` threads for `items` pieces of work, one a thread: as many as there is work for, but at least 1 and at most `most`.
inline unsigned enough_blocks(std::int64_t items, unsigned block, unsigned most) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(ceil_div<std::int64_t>(items, block), 1, most));
}

inline constexpr std::int64_t kMostBlocksX = 2147483647, kMostBlocksYZ = 65535;  ///< along one side of a grid

/// The side of a grid of blocks of `block` threads that cover `items`, one thread each.
/// @throws UsageError where a grid has not so many blocks along that side
inline unsigned covering_blocks(std::int64_t items, unsigned block, std::int64_t most = kMostBlocksX) {
  const std::int64_t blocks = ceil_div<std::int64_t>(items, block);
  if (blocks > most)
    throw UsageError("this size needs " + std::to_string(blocks) + " blocks along one side of the grid; " + std::to_string(most) +
                     " is the most");
  return static_cast<unsigned>(blocks);
}

/// The number of blocks of `kernel` that all of the GPU's multiprocessors hold at once.
/// @param shared_bytes  dynamic shared memory of a block
/// @throws CudaError where `block` threads are too many for the kernel
template <class Kernel>
unsigned one_wave(Kernel kernel, unsigned block, std::size_t shared_bytes = 0) {
  int device = 0, multiprocessors = 0, blocks = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(block), shared_bytes));
  return static_cast<unsigned>(multiprocessors * blocks);
}

}  // namespace lockstep
