/// @file
/// @brief A queue of pieces of neighbour lists, so that a vertex with very many neighbours is work for many warps.
#pragma once

#include "frontier.hpp"

/// A part of one vertex's list of neighbours: what a warp takes from the queue.
struct alignas(16) Piece {
  std::int64_t first;   ///< entry
  std::int32_t length;  ///< entries, 1 to kPiece
  std::int32_t spare;
};
/// Sixteen steps of a warp, each of which waits for memory several times. Shorter pieces would be done sooner, but the thread that finds a
/// vertex puts its list down alone, a piece at a time: of a list of 320,183 entries, as the larger graph of the walkthrough has it, these are
/// 626 pieces, and of 64 entries 5003.
constexpr std::int32_t kPiece = 512;

/// How many pieces all vertices of a level have at most.
inline std::size_t most_pieces(const Search::Device& p) { return static_cast<std::size_t>(p.vertices + p.entries / kPiece); }

/// A vertex's list, as pieces.
struct Pieces {
  std::int64_t first = 0, last = 0;

  __device__ unsigned count() const { return static_cast<unsigned>((last - first + kPiece - 1) / kPiece); }
  __device__ Piece operator[](unsigned i) const {
    const std::int64_t begin = first + std::int64_t{i} * kPiece;
    return {begin, static_cast<std::int32_t>(min(std::int64_t{kPiece}, last - begin)), 0};
  }
};
__device__ inline Pieces pieces_of(const Search::Device& p, std::int64_t v) { return {p.offsets[v], p.offsets[v + 1]}; }

/// Reaches the neighbour at `entry`, if there is one not reached yet. @return its list if this thread was the first, otherwise an empty one
__device__ inline Pieces reach(const Search::Device& p, std::int64_t entry, std::int64_t last, std::int32_t distance) {
  if (entry >= last) return {};
  const std::int32_t u = p.neighbours[entry];
  return claim(p, u, distance) ? pieces_of(p, u) : Pieces{};
}

/// Takes places in a queue for a warp's lanes, `mine` each, by one addition. All 32 lanes must call it.
/// @param taken  places that are taken, in shared or global memory
/// @return the first of this lane's places
__device__ inline unsigned take_places(unsigned* taken, unsigned mine) {
  constexpr unsigned kAll = 0xffffffff;
  if (__ballot_sync(kAll, mine != 0) == 0) return 0;  // most steps find nothing new
  unsigned up_to = mine;                              // of the lanes up to this one
  for (unsigned offset = 1; offset < 32; offset *= 2) {
    const unsigned before = __shfl_up_sync(kAll, up_to, offset);
    if (lockstep::lane() >= offset) up_to += before;
  }
  unsigned place = 0;
  if (lockstep::lane() == 31) place = atomicAdd(taken, up_to);
  return __shfl_sync(kAll, place, 31) + up_to - mine;
}

/// What a thread, or a level, found.
struct Found {
  unsigned long long vertices = 0;
  unsigned long long entries = 0;  ///< in these vertices' lists
};

/// Puts the source's pieces into the first queue, which is empty, and says how many these are. For one warp.
static __global__ void queue_source(Search::Device p, Piece* queue, unsigned* count, Found* found) {
  const Pieces pieces = pieces_of(p, *p.source);
  for (unsigned i = threadIdx.x; i < pieces.count(); i += blockDim.x) queue[i] = pieces[i];
  if (threadIdx.x != 0) return;
  *count = pieces.count();
  if (found != nullptr) *found = {1, static_cast<unsigned long long>(pieces.last - pieces.first)};
}
