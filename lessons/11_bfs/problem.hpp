/// @file
/// @brief Breadth-first search: how many edges it takes from one vertex of a graph to each other. Inputs, reference, check and cost.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "graph.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/usage_error.hpp"
#include "lockstep/version.hpp"

/// Given a graph without directions and one of its vertices, the source, find for each vertex the least number of edges on a way from the
/// source to it, its distance; −1 where there is no way. A size is vertices x edges a vertex: 4194304x16 has 67108864 edges.
/// There is one answer, whatever the order in which vertices are found.
struct Search {
  struct Inputs {
    lockstep::Size size{};
    Graph graph{};
    std::vector<std::int32_t> source{};  ///< one element
    bool is_rmat = false;                ///< made here, from this seed
    std::uint64_t seed = 0;
  };
  struct Outputs {
    std::vector<std::int32_t> distances;  ///< one for each vertex
  };
  /// What a version works on. The list of vertex v is neighbours[offsets[v]] up to, not including, neighbours[offsets[v + 1]]; it may name
  /// a vertex twice, and v itself. A vertex in v's list has v in its own.
  struct Device {
    std::int64_t vertices;
    std::int64_t entries;  ///< of all lists together: two for each edge
    const std::int64_t* offsets;
    const std::int32_t* neighbours;
    const std::int32_t* source;
    std::int32_t* distances;  ///< all −1 before a run, as all its bits are set; versions must not rely on that
  };
  struct Reference {
    Graph graph;
    std::int32_t source;
    std::vector<std::int32_t> distances;  ///< of a small graph, by a serial search
  };

  static constexpr std::array kRagged{lockstep::Size{1, 1},  lockstep::Size{1, 3},   lockstep::Size{2, 1},   lockstep::Size{31, 2},
                                      lockstep::Size{33, 7}, lockstep::Size{300, 1}, lockstep::Size{1025, 4}};
  static constexpr std::array kSettings{lockstep::Setting{.name = "mesh",
                                                          .help = "1: real inputs are a grid with holes, as exact ones are",
                                                          .preset = 0,
                                                          .least = 0,
                                                          .most = 1,
                                                          .whole = true}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "11_bfs",
      .title = "Breadth-first search: the distances from one vertex",
      .dimensions = 2,
      .size_form = "VERTICESxEDGES",
      .second_extent = 16,
      .simulator_size = {4096, 16},
      .gpu_size = {std::int64_t{1} << 20, 16},
      .ragged_sizes = kRagged,
      .input_form = "a graph: Matrix Market, or a list of edges as of SNAP",
      .rate = "GTEPS",
      .settings = kSettings,
  };
  static constexpr std::int32_t kUnreached = -1;
  static constexpr std::size_t kSearchedEntries = std::size_t{1} << 24;  ///< the check searches graphs up to this by itself

  /// A graph, as make_graph() of graph.hpp makes it, and one of its vertices that has a neighbour, if any has.
  /// @throws UsageError where 32 bits do not number the vertices
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs in;
    in.size = size;
    in.graph = make_graph(size, seed, kind);
    const std::uint64_t start = lockstep::random_bits(lockstep::array_seed(seed, 2), 0) % static_cast<std::uint64_t>(size.width);
    in.source = {first_joined(in.graph, static_cast<std::int64_t>(start))};
    in.is_rmat = kind == lockstep::InputKind::real;
    in.seed = seed;
    return in;
  }

  /// `--mesh 1` replaces the R-MAT graph with a grid with holes.
  static void apply(Inputs& in, std::span<const double> settings) {
    if (settings[0] != 0 && in.is_rmat) in = make_inputs(in.size, in.seed, lockstep::InputKind::exact);
  }

  /// A graph of any kind. Its source is the first vertex that has a neighbour.
  /// @throws UsageError as lockstep::read_edge_list, and where there is no vertex
  static Inputs read_inputs(const std::string& path) {
    const lockstep::EdgeList list = lockstep::read_edge_list(path);
    if (list.vertices == 0) throw lockstep::UsageError("cannot search " + path + ": it has no vertex to begin with");
    const auto edges = static_cast<std::int64_t>(list.edges.size());
    Inputs in;
    in.size.width = list.vertices;
    in.size.height = std::max<std::int64_t>((edges + list.vertices - 1) / list.vertices, 1);
    in.graph = make_graph(list.vertices, list.edges);
    in.source = {first_joined(in.graph, 0)};
    return in;
  }

  /// Of a file: as many edges a vertex as make at least all of them.
  static lockstep::Size size_of(const Inputs& in) { return in.size; }

  static Outputs make_outputs(lockstep::Size size) { return {std::vector<std::int32_t>(static_cast<std::size_t>(size.width))}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.vertices = size.width,
            .entries = static_cast<std::int64_t>(in.graph.neighbours.size()),
            .offsets = arrays.input("offsets", in.graph.offsets),
            .neighbours = arrays.input("neighbours", in.graph.neighbours),
            .source = arrays.input("source", in.source),
            .distances = arrays.output("distances", out.distances)};
  }

  static Reference reference(const Inputs& in) {
    Reference want{.graph = in.graph, .source = in.source.front(), .distances = {}};
    if (in.graph.neighbours.size() <= kSearchedEntries) want.distances = searched(in);
    return want;
  }

  /// All is whole numbers: no error is allowed. A small graph's distances are compared with those of a serial search. Then those of any
  /// graph are held to the rule that has them for its only solution: the source's is 0, and any other vertex's is one more than the least
  /// among its neighbours that are reached, or −1 where none is. For then each way back, from neighbour to lesser neighbour, ends at the
  /// source, so that no distance is too small; and along each way from the source the distance grows by one at most, so that none is too
  /// large, and none that can be reached is −1.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind) {
    const std::string what = "distances", why = "whole numbers have no rounding";
    const auto vertices = want.graph.offsets.size() - 1;
    if (!want.distances.empty() || got.distances.size() != vertices)
      if (auto verdict = lockstep::compare(got.distances, want.distances, 0.0, what, why); !verdict.passed) return verdict;
    const auto bad = first_bad(want, got.distances);
    if (bad == vertices) return {.passed = true, .what = what, .why = why};
    const std::array found{got.distances[bad]}, expected{ruled(want, got.distances, bad)};
    auto verdict = lockstep::compare(found, expected, 0.0, what, "one more than the least of its neighbours");
    verdict.index = static_cast<std::int64_t>(bad);
    return verdict;
  }

  /// Edges traversed, as Graph 500 counts them: those of the input among the vertices reached, each once.
  static double work(const Inputs& in, const Outputs& out) {
    double entries = 0;
    for (std::size_t v = 0; v < out.distances.size(); ++v)
      if (out.distances[v] != kUnreached) entries += static_cast<double>(neighbours_of(in.graph, v).size());
    return entries / 2;
  }

  /// Two entries for each edge, and what the vertices have. A search that need not look at all of them may move less.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto vertices = static_cast<double>(size.width), edges = static_cast<double>(size.count());
    return {.bytes = 4 * 2 * edges + (8 + 4) * vertices + 8 + 4};
  }

 private:
  /// The distances, by one queue.
  static std::vector<std::int32_t> searched(const Inputs& in) {
    std::vector<std::int32_t> distances(in.graph.offsets.size() - 1, kUnreached), queue{in.source.front()};
    distances[static_cast<std::size_t>(queue.front())] = 0;
    for (std::size_t first = 0; first < queue.size(); ++first) {
      const auto v = static_cast<std::size_t>(queue[first]);
      for (const std::int32_t u : neighbours_of(in.graph, v)) {
        std::int32_t& distance = distances[static_cast<std::size_t>(u)];
        if (distance != kUnreached) continue;
        distance = distances[v] + 1;
        queue.push_back(u);
      }
    }
    return distances;
  }

  /// What the rule says of v, if its neighbours are right.
  static std::int32_t ruled(const Reference& want, const std::vector<std::int32_t>& distances, std::size_t v) {
    if (static_cast<std::int32_t>(v) == want.source) return 0;
    std::int32_t least = std::numeric_limits<std::int32_t>::max();
    for (const std::int32_t u : neighbours_of(want.graph, v))
      if (const std::int32_t distance = distances[static_cast<std::size_t>(u)]; distance >= 0) least = std::min(least, distance);
    return least == std::numeric_limits<std::int32_t>::max() ? kUnreached : least + 1;
  }

  /// The first vertex that the rule does not allow; their number where it allows all.
  static std::size_t first_bad(const Reference& want, const std::vector<std::int32_t>& distances) {
    std::atomic<std::int64_t> first = static_cast<std::int64_t>(distances.size());
    graph_details::for_each_index(static_cast<std::int64_t>(distances.size()), [&](std::int64_t v) {
      const auto vertex = static_cast<std::size_t>(v);
      if (distances[vertex] == ruled(want, distances, vertex)) return;
      std::int64_t known = first;
      while (v < known && !first.compare_exchange_weak(known, v)) {
      }
    });
    return static_cast<std::size_t>(first);
  }
};

using Lesson = Search;
using Version = lockstep::Version<Search>;
using lockstep::Launch;
