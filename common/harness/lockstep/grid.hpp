/// @file
/// @brief How many blocks a launch has where the user does not choose.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"

namespace lockstep {

/// Blocks of `block` threads for `items` pieces of work, one a thread: as many as there is work for, but at least 1 and at most `most`.
inline unsigned enough_blocks(std::int64_t items, unsigned block, unsigned most) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(ceil_div<std::int64_t>(items, block), 1, most));
}

inline constexpr std::int64_t kMostBlocksX = 2147483647, kMostBlocksYZ = 65535;  ///< along one side of a grid

/// The side of a grid of blocks of `block` threads that cover `items`, one thread each.
/// @throws UsageError where a grid cannot have that many blocks along that side
inline unsigned covering_blocks(std::int64_t items, unsigned block, std::int64_t most = kMostBlocksX) {
  const std::int64_t blocks = ceil_div<std::int64_t>(items, block);
  if (blocks > most)
    throw UsageError("this size needs " + std::to_string(blocks) + " blocks along one side of the grid; the maximum is " +
                     std::to_string(most));
  return static_cast<unsigned>(blocks);
}

/// Blocks of 1024 threads that fill a multiprocessor of the GPU that is compiled for: data-centre GPUs' hold 2048 threads, others 1024 or
/// 1536. For __launch_bounds__.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1030
inline constexpr unsigned kBlocksOf1024 = 2;
#else
inline constexpr unsigned kBlocksOf1024 = 1;
#endif

/// The number of blocks of `kernel` that all of the GPU's multiprocessors hold at once; 1 if they hold none, and the launch will then fail.
/// @param shared_bytes  dynamic shared memory of a block
/// @throws CudaError where `block` threads are too many for the kernel
template <class Kernel>
unsigned one_wave(Kernel kernel, unsigned block, std::size_t shared_bytes = 0) {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(block), shared_bytes));
  return static_cast<unsigned>(std::max(1, device_attribute(cudaDevAttrMultiProcessorCount) * blocks));
}

}  // namespace lockstep
