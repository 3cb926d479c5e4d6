/// @file
/// @brief Graphs: made from a seed, or of a list of edges, and stored as lists of neighbours one after the other (CSR).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "lockstep/edge_list.hpp"
#include "lockstep/parallel.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/random.hpp"
#include "lockstep/usage_error.hpp"

/// Compressed sparse rows. Each edge is in the lists of both of its ends; so one that joins a vertex with itself is there twice.
struct Graph {
  std::vector<std::int64_t> offsets;  ///< the list of vertex v is neighbours[offsets[v]] up to, not including, neighbours[offsets[v + 1]]
  std::vector<std::int32_t> neighbours;  ///< two for each edge, each list in ascending order
};

namespace graph_details {

/// Calls body(i) for 0 ≤ i < count, on all cores where there is work enough to wake them.
template <class Body>
void for_each_index(std::int64_t count, const Body& body) {
  constexpr std::int64_t kStretch = 1 << 14;
  const auto do_stretch = [&](std::int64_t stretch) {
    for (std::int64_t i = stretch * kStretch; i < std::min(count, (stretch + 1) * kStretch); ++i) body(i);
  };
  if (count <= kStretch) return do_stretch(0);
  lockstep::parallel_for((count + kStretch - 1) / kStretch, do_stretch);
}

inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace graph_details

/// The lists of neighbours of a graph of `vertices` vertices. They do not depend on the order of the edges.
inline Graph make_graph(std::int64_t vertices, const std::vector<lockstep::Edge>& edges) {
  using graph_details::at, graph_details::for_each_index;
  const auto count = static_cast<std::int64_t>(edges.size());
  Graph graph{std::vector<std::int64_t>(at(vertices + 1)), std::vector<std::int32_t>(2 * edges.size())};
  const auto take = [&](std::int32_t vertex) { return std::atomic_ref(graph.offsets[at(vertex)]).fetch_add(1, std::memory_order_relaxed); };
  for_each_index(count, [&](std::int64_t i) { take(edges[at(i)].one), take(edges[at(i)].other); });
  std::int64_t begin = 0;
  for (std::int64_t& offset : graph.offsets) begin += std::exchange(offset, begin);
  for_each_index(count, [&](std::int64_t i) {  // each offset moves on to the end of its list
    const auto [a, b] = edges[at(i)];
    graph.neighbours[at(take(a))] = b;
    graph.neighbours[at(take(b))] = a;
  });
  std::shift_right(graph.offsets.begin(), graph.offsets.end(), 1);
  graph.offsets.front() = 0;
  for_each_index(vertices, [&](std::int64_t v) {
    std::sort(graph.neighbours.begin() + graph.offsets[at(v)], graph.neighbours.begin() + graph.offsets[at(v + 1)]);
  });
  return graph;
}

/// The edges of a network with a few vertices of very many neighbours and very many of few or none: R-MAT (Chakrabarti, Zhan, Faloutsos:
/// R-MAT: a recursive model for graph mining, SDM 2004) with the probabilities of Graph 500, 0.57, 0.19, 0.19 and 0.05. Each edge is a
/// place in the matrix of all pairs: it is found by taking one quarter of the matrix, then one quarter of that, and so on. Then the
/// vertices change their numbers, so that these say nothing of how many neighbours they have. Where `vertices` is not a power of two, a
/// larger matrix is folded.
inline std::vector<lockstep::Edge> rmat_edges(std::int64_t vertices, std::int64_t count, std::uint64_t seed) {
  using graph_details::at;
  const auto scale = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(vertices - 1)));
  const std::uint64_t mask = (std::uint64_t{1} << scale) - 1, odd = lockstep::array_seed(seed, 1) | 1;
  const auto renumbered = [=](std::uint64_t v) {  // one-to-one: odd factors and shifts to the right can be undone
    v = (v * odd) & mask;
    v ^= v >> (scale / 2 + 1);
    v = (v * odd) & mask;
    return static_cast<std::int32_t>(v % static_cast<std::uint64_t>(vertices));
  };
  std::vector<lockstep::Edge> edges(at(count));
  graph_details::for_each_index(count, [&](std::int64_t i) {
    std::uint64_t row = 0, column = 0, bits = 0;
    for (int level = 0; level < scale; ++level) {
      if (level % 4 == 0) bits = lockstep::random_bits(seed, static_cast<std::uint64_t>(i * 16 + level / 4));
      const auto draw = static_cast<unsigned>(bits & 0xffff);  // of 65536
      bits >>= 16;
      constexpr unsigned kA = 37355, kB = kA + 12452, kC = kB + 12452;
      row = 2 * row + (draw >= kB ? 1 : 0);
      column = 2 * column + ((draw >= kA && draw < kB) || draw >= kC ? 1 : 0);
    }
    edges[at(i)] = {renumbered(row), renumbered(column)};
  });
  return edges;
}

/// The edges of a square grid, with holes: one vertex of eight, at random. `of_each` edges begin at each vertex: to the right, down, and
/// down along both diagonals, then the same again. One that would leave the grid, or begin or end in a hole, joins its vertex with itself.
inline std::vector<lockstep::Edge> grid_edges(std::int64_t vertices, std::int64_t of_each, std::uint64_t seed) {
  using graph_details::at;
  std::int64_t width = 1;
  while (width * width < vertices) ++width;
  const auto is_hole = [=](std::int64_t v) { return lockstep::random_bits(seed, static_cast<std::uint64_t>(v)) % 8 == 0; };
  std::vector<lockstep::Edge> edges(at(vertices * of_each));
  graph_details::for_each_index(vertices, [&](std::int64_t v) {
    constexpr std::int64_t kRight[] = {1, 0, 1, -1}, kDown[] = {0, 1, 1, 1};
    for (std::int64_t e = 0; e < of_each; ++e) {
      const std::int64_t x = v % width + kRight[e % 4], there = v + kDown[e % 4] * width + kRight[e % 4];
      const bool leaves = x < 0 || x >= width || there >= vertices || is_hole(v) || is_hole(there);
      edges[at(v * of_each + e)] = {static_cast<std::int32_t>(v), static_cast<std::int32_t>(leaves ? v : there)};
    }
  });
  return edges;
}

/// The graph that is made for a size, vertices x edges a vertex. Exact inputs are a grid with holes: long ways, parts that cannot be
/// reached, loops and, from 5 edges a vertex on, edges that are there several times. Real inputs are an R-MAT graph, as of a social
/// network: short ways, and vertices with very many neighbours.
/// @throws UsageError where 32 bits do not number the vertices
inline Graph make_graph(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
  constexpr std::int64_t kMostVertices = std::numeric_limits<std::int32_t>::max();
  if (size.width > kMostVertices) throw lockstep::UsageError("more vertices than 2147483647");
  const bool exact = kind == lockstep::InputKind::exact;
  return make_graph(size.width, exact ? grid_edges(size.width, size.height, seed) : rmat_edges(size.width, size.count(), seed));
}

/// The list of vertex v.
inline std::span<const std::int32_t> neighbours_of(const Graph& graph, std::size_t v) {
  return std::span(graph.neighbours)
      .subspan(static_cast<std::size_t>(graph.offsets[v]), static_cast<std::size_t>(graph.offsets[v + 1] - graph.offsets[v]));
}

/// The first vertex from `start` on, round the end, that has another one for a neighbour; `start` where no vertex has.
inline std::int32_t first_joined(const Graph& graph, std::int64_t start) {
  using graph_details::at;
  const auto vertices = static_cast<std::int64_t>(graph.offsets.size()) - 1;
  for (std::int64_t i = 0; i < vertices; ++i) {
    const std::int64_t v = (start + i) % vertices;
    for (std::int64_t e = graph.offsets[at(v)]; e < graph.offsets[at(v + 1)]; ++e)
      if (graph.neighbours[at(e)] != v) return static_cast<std::int32_t>(v);
  }
  return static_cast<std::int32_t>(start);
}
