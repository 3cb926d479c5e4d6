/// @file
/// @brief From the vertices of a level to their neighbours: what a warp does with a piece of the queue, for v5 and v6.
#pragma once

#include "pieces.hpp"

/// Reaches those neighbours in `piece` that are not reached yet, and puts their lists into the queue. All 32 lanes must call it.
/// @return what this lane found
__device__ inline Found expand_piece(const Search::Device& p, Piece piece, std::int32_t distance, Piece* queue, unsigned* count) {
  Found found;
  const std::int64_t last = piece.first + piece.length;
  for (std::int64_t i = piece.first; i < last; i += 32) {  // all lanes, as all must take part in take_places()
    const Pieces mine = reach(p, i + lockstep::lane(), last, distance);
    const unsigned place = take_places(count, mine.count());
    for (unsigned k = 0; k < mine.count(); ++k) queue[place + k] = mine[k];
    found.vertices += mine.count() != 0 ? 1 : 0;
    found.entries += static_cast<unsigned long long>(mine.last - mine.first);
  }
  return found;
}
