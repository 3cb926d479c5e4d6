/// @file
/// @brief Which rows of A a block of v6 has, which of them it keeps in shared memory, and where its vectors lie.
#pragma once

#include <algorithm>
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/device_limits.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

/// What the host decides for all blocks.
struct Plan {
  std::int64_t rows;    ///< of a block
  std::int64_t cached;  ///< of these, so many in shared memory
  std::int64_t length;  ///< of a vector or a row there: n, rounded up to 16 bytes
  unsigned grid;        ///< blocks, all at once on the GPU
  std::size_t bytes;    ///< of shared memory
  bool vectors_on_chip;
};

/// The rows of one block: `first` to `last`, of which the first `cached` are in shared memory.
struct Resident {
  std::int64_t first, last, cached, length;
  __device__ bool has(std::int64_t i) const { return first <= i && i < last; }
};

/// Copies the block's rows into shared memory; the block must come to a barrier before it reads them.
inline __device__ Resident take_rows(const ConjugateGradient::Device& s, const Plan& plan, float* rows) {
  const std::int64_t first = min(blockIdx.x * plan.rows, s.n), last = min(first + plan.rows, s.n);
  const Resident own{first, last, min(plan.cached, last - first), plan.length};
  for (std::int64_t i = lockstep::warp(); i < own.cached; i += blockDim.x / 32)
    for (std::int64_t j = 4 * lockstep::lane(); j < plan.length; j += 4 * 32)  // the pitch is longer than that, or as long
      lockstep::store_quad(rows + i * plan.length + j, lockstep::load_quad(s.a + (first + i) * s.pitch + j));
  return own;
}

/// One block on each multiprocessor, or as many as were asked for, with two vectors in shared memory, and rows as far as they fit.
/// A block has a row for each of its warps at least. Makes the kernel ready for so much shared memory. @throws UsageError where the GPU
/// cannot hold so many blocks at once
template <class Kernel>
Plan plan_for(const ConjugateGradient::Device& s, Kernel on_chip, Kernel off_chip, unsigned block, const Launch& launch) {
  constexpr std::int64_t kStatic = 1024;  // bytes for the sums of a block
  const int multiprocessors = lockstep::device_attribute(cudaDevAttrMultiProcessorCount);
  if (launch.grid > static_cast<unsigned>(multiprocessors))
    throw lockstep::UsageError("--grid " + std::to_string(launch.grid) + ": these blocks wait for each other, one on each of the GPU's " +
                               std::to_string(multiprocessors) + " multiprocessors");
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(s.n, block / 32, static_cast<unsigned>(multiprocessors)));
  const std::int64_t length = lockstep::ceil_div<std::int64_t>(s.n, 4) * 4, vector = length * 4;
  const std::int64_t room = static_cast<std::int64_t>(lockstep::most_shared_memory()) - kStatic;
  const bool fit = 2 * vector <= room;
  const std::int64_t rows = lockstep::ceil_div<std::int64_t>(s.n, grid), cached = std::min(rows, (fit ? room - 2 * vector : 0) / vector);
  const std::int64_t bytes = (fit ? 2 + cached : cached) * vector;
  lockstep::allow_shared_memory(fit ? on_chip : off_chip, static_cast<std::size_t>(bytes));
  return {rows, cached, length, grid, static_cast<std::size_t>(bytes), fit};
}
