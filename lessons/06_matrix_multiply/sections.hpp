/// @file
/// @brief How v6 and v7 cut k: into as many sections as make the GPU full, a block for each tile of C and each section.
#pragma once

#include <algorithm>
#include <cstdint>

#include "block_product.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

template <class T>
using Product = BlockProduct<T, 64>;

constexpr std::int64_t kShortest = 32;  ///< steps of a section unless more blocks are asked for: fewer are not worth a tile

/// blockIdx.z says which section is a block's.
struct Sections {
  dim3 grid;
  std::int64_t length;
};

/// Sections for one wave of blocks, or for as many blocks as `--grid` asks for: at least one, and each but the last of equal length.
template <class T, class Kernel>
Sections cut_k(const Matrices<T>& p, Kernel kernel, const Launch& launch) {
  const unsigned across = lockstep::covering_blocks(p.n, Product<T>::kSide),
                 down = lockstep::covering_blocks(p.m, Product<T>::kSide, lockstep::kMostBlocksYZ);
  const std::int64_t blocks = launch.grid_or(lockstep::one_wave(kernel, Product<T>::kThreads)), shortest = launch.grid != 0 ? 1 : kShortest;
  const std::int64_t most = std::min(lockstep::ceil_div(p.k, shortest), lockstep::kMostBlocksYZ);
  const std::int64_t wanted = std::clamp<std::int64_t>(blocks / (std::int64_t{across} * down), 1, most);
  const std::int64_t length = lockstep::ceil_div(p.k, wanted);
  return {dim3(across, down, static_cast<unsigned>(lockstep::ceil_div(p.k, length))), length};
}
