/// @file
/// @brief The exercise's problem: which vertices of a graph are connected.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given an undirected graph, find for each vertex the smallest number among all vertices that can be reached from it, itself
/// included: its label. Vertices of one component have one label, those of different ones have different ones. A size is vertices x edges
/// a vertex.
struct Components {
  struct Inputs {
    Graph graph{};
  };
  struct Outputs {
    std::vector<std::int32_t> labels;  ///< one for each vertex
  };
  /// What run() works on. The list of vertex v is neighbours[offsets[v]] up to, not including, neighbours[offsets[v + 1]]; it may be empty,
  /// name a vertex twice, and v itself. A vertex in v's list has v in its own.
  struct Device {
    std::int64_t vertices;
    const std::int64_t* offsets;
    const std::int32_t* neighbours;
    std::int32_t* labels;
  };
  struct Reference {
    std::vector<std::int32_t> labels;
  };

  /// So small that an answer with a round for each vertex does not take long.
  static constexpr std::array kRagged{lockstep::Size{1, 1},  lockstep::Size{2, 1},   lockstep::Size{31, 4},
                                      lockstep::Size{33, 4}, lockstep::Size{100, 2}, lockstep::Size{257, 2}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "11_bfs exercise",
      .title = "Connected components: the smallest vertex within reach",
      .dimensions = 2,
      .size_form = "VERTICESxEDGES",
      .second_extent = 16,
      .simulator_size = {1024, 4},
      .gpu_size = {std::int64_t{1} << 20, 16},
      .ragged_sizes = kRagged,
  };

  /// As the lesson's: a grid with holes, or an R-MAT graph. @throws UsageError where 32 bits do not number the vertices
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) { return {make_graph(size, seed, kind)}; }

  static Outputs make_outputs(lockstep::Size size) { return {std::vector<std::int32_t>(static_cast<std::size_t>(size.width))}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.vertices = size.width,
            .offsets = arrays.input("offsets", in.graph.offsets),
            .neighbours = arrays.input("neighbours", in.graph.neighbours),
            .labels = arrays.output("labels", out.labels)};
  }

  /// From each vertex that has no label yet, in ascending order, to all within reach: none of these has a smaller number.
  static Reference reference(const Inputs& in) {
    constexpr std::int32_t kNone = -1;
    Reference want{std::vector(in.graph.offsets.size() - 1, kNone)};
    std::vector<std::size_t> open;  // they have a label, but their neighbours may not
    for (std::size_t first = 0; first < want.labels.size(); ++first) {
      if (want.labels[first] != kNone) continue;
      const auto label = static_cast<std::int32_t>(first);
      want.labels[first] = label;
      open.push_back(first);
      while (!open.empty()) {
        const std::size_t v = open.back();
        open.pop_back();
        for (const std::int32_t u : neighbours_of(in.graph, v)) {
          if (want.labels[static_cast<std::size_t>(u)] != kNone) continue;
          want.labels[static_cast<std::size_t>(u)] = label;
          open.push_back(static_cast<std::size_t>(u));
        }
      }
    }
    return want;
  }

  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind) {
    return lockstep::compare(got.labels, want.labels, 0.0, "labels", "whole numbers have no rounding");
  }

  /// To read the graph and write the labels once. Each further round does it again.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto vertices = static_cast<double>(size.width), edges = static_cast<double>(size.count());
    return {.bytes = 4 * 2 * edges + (8 + 4) * vertices + 8};
  }
};

using Lesson = Components;
using Version = lockstep::Version<Components>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
