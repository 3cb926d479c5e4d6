/// @file
/// @brief Who reaches a vertex first, for the versions that keep a queue.
#pragma once

#include "levels.hpp"

/// Reaches vertex v, if nobody has. @return true in one thread of all that find v unreached
__device__ inline bool claim(const Search::Device& p, std::int32_t v, std::int32_t distance) {
  std::int32_t& word = p.distances[v];
  // The load is for the many edges that lead back: it is cheaper than the exchange, which decides.
  return now(word) == Search::kUnreached && atomicCAS(&word, Search::kUnreached, distance) == Search::kUnreached;
}
