/// @file
/// @brief For the versions that keep a queue: who reaches a vertex first, and how v3 to v5 go from level to level.
#pragma once

#include <utility>

#include "levels.hpp"
#include "lockstep/fetch.hpp"

/// Reaches vertex v, unless it was reached already. @return true in one of the threads that find v unreached
__device__ inline bool claim(const Search::Device& p, std::int32_t v, std::int32_t distance) {
  std::int32_t& word = p.distances[v];
  // The load is for the many edges that lead back: it is cheaper than the exchange, which decides.
  return now(word) == Search::kUnreached && atomicCAS(&word, Search::kUnreached, distance) == Search::kUnreached;
}

/// Two queues that take turns: one is read while the other is filled.
template <class Item>
struct Queues {
  Item *frontier, *next;
  unsigned* next_count;  ///< in the one that is filled
};

/// Room for `most` items in each.
template <class Item>
Queues<Item> scratch_queues(const Launch& launch, std::size_t most) {
  return {launch.scratch<Item>(most), launch.scratch<Item>(most), launch.scratch<unsigned>(1)};
}

/// A kernel that goes through a level's queue, a warp for each item, and fills the next level's.
template <class Item>
using Expand = void (*)(Search::Device p, const Item* frontier, unsigned count, Item* next, unsigned* next_count, std::int32_t level);

/// Goes from level to level until there is none left: after each, the host reads how much is in the queue.
/// @param count  in the queue of the first level
template <class Item>
void expand_levels(const Search::Device& p, const Launch& launch, Expand<Item> expand, unsigned block, Queues<Item> queues,
                   unsigned count) {
  const unsigned wave = lockstep::one_wave(expand, block);
  for (std::int32_t level = 0; count != 0; ++level) {
    lockstep::check(cudaMemsetAsync(queues.next_count, 0, sizeof *queues.next_count, launch.stream));
    const unsigned blocks = launch.grid_or(lockstep::enough_blocks(32 * std::int64_t{count}, block, wave));
    expand<<<blocks, block, 0, launch.stream>>>(p, queues.frontier, count, queues.next, queues.next_count, level);
    lockstep::check_launch();
    count = lockstep::fetch(queues.next_count, launch.stream);
    std::swap(queues.frontier, queues.next);
  }
}
