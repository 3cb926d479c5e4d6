/// @file
/// @brief Graphs from files: edges as SNAP's lists have them, or as the entries of a Matrix Market file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// An edge between two vertices, counted from 0. It has no direction.
struct Edge {
  std::int32_t one, other;
  friend bool operator==(const Edge&, const Edge&) = default;
};

/// A graph as its file has it: edges may occur twice, in either order, and may join a vertex with itself.
struct EdgeList {
  std::int64_t vertices = 0;
  std::vector<Edge> edges{};
};

/// Reads a graph. A file that begins with %%MatrixMarket is a square coordinate matrix, each of whose entries is an edge, whatever its
/// value. Any other is a list of edges as the Stanford Network Analysis Project has them: two numbers in a line, comments from #. Its
/// vertices are those that are named, numbered from 0 in the order of their numbers in the file, which may have gaps.
/// @throws UsageError, one line with the file's name and the number of the line, where there is no such file, or it is damaged
EdgeList read_edge_list(const std::string& path);

}  // namespace lockstep
