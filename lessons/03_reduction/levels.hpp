/// @file
/// @brief How v1 to v7 get from n numbers to one: a launch leaves one number a block, the next launch adds those, until one is left.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

/// Calls `level(in, out, count, grid)` until one number is left, in p.sum. `level` launches a kernel of `grid` blocks, each of which adds
/// `per_block` of the `count` numbers in `in` and leaves its sum in `out`.
/// @throws UsageError where a block leaves as many numbers as it takes
template <class Level>
void reduce_in_levels(const Reduction::Device& p, const Launch& launch, unsigned per_block, const Level& level) {
  launch.refuse_grid();
  if (per_block < 2) throw lockstep::UsageError("--block " + std::to_string(launch.block) + ": this version needs two threads at least");
  const auto blocks_for = [per_block](std::int64_t count) { return lockstep::covering_blocks(count, per_block); };
  // Two buffers in turn, so that no level writes what it reads.
  float* next = launch.scratch<float>(blocks_for(p.n));
  float* after = launch.scratch<float>(blocks_for(blocks_for(p.n)));

  const float* in = p.x;
  std::int64_t count = p.n;
  while (blocks_for(count) > 1) {
    level(in, next, count, blocks_for(count));  // starts when the level before is done: one stream
    lockstep::check_launch();
    count = blocks_for(count);
    in = next;
    std::swap(next, after);
  }
  level(in, p.sum, count, 1U);
  lockstep::check_launch();
}
