/// @file
/// @brief What every version does at first.
#pragma once

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "shared_words.hpp"

/// Only the source is reached.
static __global__ void begin_search(Search::Device p) {
  const std::int32_t source = *p.source;
  for (std::int64_t v = lockstep::global_thread(); v < p.vertices; v += lockstep::grid_threads())
    p.distances[v] = v == source ? 0 : Search::kUnreached;
}

/// Queues begin_search().
inline void begin(const Search::Device& p, cudaStream_t stream) {
  constexpr unsigned kBlock = 256;
  begin_search<<<lockstep::enough_blocks(p.vertices, kBlock, lockstep::one_wave(begin_search, kBlock)), kBlock, 0, stream>>>(p);
  lockstep::check_launch();
}
