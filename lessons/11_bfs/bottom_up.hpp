/// @file
/// @brief From the vertices not reached yet to a neighbour in the current level, whose vertices have a bit each.
#pragma once

#include "top_down.hpp"

/// The words of 32 bits that have one for each vertex.
inline std::int64_t bitmap_words(const Search::Device& p) { return lockstep::ceil_div<std::int64_t>(p.vertices, 32); }

/// Calls body(v) for all vertices, and some numbers beyond them: always for all lanes of a warp, with 32 vertices of one word.
template <class Body>
__device__ void for_each_vertex(const Search::Device& p, const Body& body) {
  const std::int64_t end = (p.vertices + 31) / 32 * 32;
  for (std::int64_t v = lockstep::global_thread(); v < end; v += lockstep::grid_threads()) body(v);
}

/// The bits of a level's vertices, by their distance.
__device__ inline void mark_level(const Search::Device& p, std::int32_t level, unsigned* bits) {
  for_each_vertex(p, [&](std::int64_t v) {
    const unsigned word = __ballot_sync(0xffffffff, v < p.vertices && p.distances[v] == level);
    if (lockstep::lane() == 0) bits[v / 32] = word;
  });
}

/// The queue of a level's vertices, by their distance.
__device__ inline void queue_level(const Search::Device& p, std::int32_t level, Piece* queue, unsigned* count) {
  for_each_vertex(p, [&](std::int64_t v) {
    const Pieces mine = v < p.vertices && p.distances[v] == level ? pieces_of(p, v) : Pieces{};
    const unsigned place = take_places(count, mine.count());
    for (unsigned k = 0; k < mine.count(); ++k) queue[place + k] = mine[k];
  });
}

/// Whether one of a vertex's neighbours has its bit. It ends at the first that has: this is what makes it cheap.
__device__ inline bool has_marked(const Search::Device& p, const Pieces& list, const unsigned* bits) {
  for (std::int64_t i = list.first; i < list.last; ++i) {
    const std::int32_t u = p.neighbours[i];
    if ((bits[u / 32] >> (u % 32) & 1) != 0) return true;
  }
  return false;
}

/// Reaches all vertices that have a neighbour in the level whose bits are `bits`. A vertex is the business of one thread alone, and a word
/// of the next level's bits that of one warp: nothing is atomic. @return what this thread found
__device__ inline Found search_bottom_up(const Search::Device& p, const unsigned* bits, unsigned* next_bits, std::int32_t distance) {
  Found found;
  for_each_vertex(p, [&](std::int64_t v) {
    const bool open = v < p.vertices && p.distances[v] == Search::kUnreached;
    const Pieces list = open ? pieces_of(p, v) : Pieces{};
    const bool reached = has_marked(p, list, bits);
    if (reached) {
      p.distances[v] = distance;
      ++found.vertices;
      found.entries += static_cast<unsigned long long>(list.last - list.first);
    }
    const unsigned word = __ballot_sync(0xffffffff, reached);
    if (lockstep::lane() == 0) next_bits[v / 32] = word;
  });
  return found;
}
