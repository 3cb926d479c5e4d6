/// @file
/// @brief How v1 to v10 get from n numbers to one: the next launch adds what the blocks leave.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

/// Calls `level(in, out, count, grid)` until one number is left, in p.sum. `level` launches `grid`
/// blocks. Each adds `tile` of the `count` numbers in `in`, and leaves its sum in `out`.
/// @throws UsageError where a block leaves as many numbers as it takes
template <class Level>
void add_in_levels(const Reduction::Device& p, const Launch& launch, unsigned tile, Level level) {
  launch.refuse_grid();
  if (tile < 2) throw lockstep::UsageError("--block 1: this version needs two threads at least");
  const auto blocks = [&](std::int64_t count) { return lockstep::covering_blocks(count, tile); };
  // Two buffers take turns, because a level must not write what it reads.
  float* next = launch.scratch<float>(blocks(p.n));
  float* after = launch.scratch<float>(blocks(blocks(p.n)));

  const float* in = p.x;
  std::int64_t count = p.n;
  while (blocks(count) > 1) {
    // Starts when the level before is done: both are in one stream.
    level(in, next, count, blocks(count));
    lockstep::check_launch();
    count = blocks(count);
    in = next;
    std::swap(next, after);
  }
  level(in, p.sum, count, 1U);
  lockstep::check_launch();
}
