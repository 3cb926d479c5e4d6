/// @file
/// @brief How many blocks a launch has, where the user asks for no number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lockstep/cuda.hpp"

namespace lockstep {

/// Blocks of `block` threads for `items` pieces of work, one a thread: as many as there is work for, but at least 1 and at most `most`.
inline unsigned enough_blocks(std::int64_t items, unsigned block, unsigned most) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(ceil_div<std::int64_t>(items, block), 1, most));
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
