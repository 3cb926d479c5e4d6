/// @file
/// @brief Reads graphs.
#include "lockstep/edge_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "harness/files/text_lines.hpp"
#include "lockstep/matrix_market.hpp"
#include "lockstep/usage_error.hpp"
#include "support/input_file.hpp"

namespace lockstep {
namespace {

EdgeList edges_of(const MatrixMarket& matrix) {
  if (matrix.is_dense) throw UsageError("line 1: a graph must be a coordinate file, not an array");
  if (matrix.rows != matrix.columns)
    throw UsageError(fmt::format("a graph's matrix must be square, not {} x {}", matrix.rows, matrix.columns));
  EdgeList list{.vertices = matrix.rows};
  list.edges.reserve(matrix.entries.size());
  for (const MatrixEntry& entry : matrix.entries) list.edges.push_back({entry.row, entry.column});
  return list;
}

/// The vertex numbers of the edges in the file, two per edge.
std::vector<std::int64_t> read_ends(std::string_view text) {
  std::vector<std::int64_t> ends;
  for (Lines lines(text, '#'); lines.next();) {
    Words words(lines.line());
    std::int64_t a = 0, b = 0;
    if (!words.number(a) || !words.number(b) || !words.at_end() || a < 0 || b < 0)
      throw UsageError(fmt::format("line {}: an edge must be two vertex numbers, 0 or greater, and nothing else", lines.number()));
    ends.push_back(a);
    ends.push_back(b);
  }
  return ends;
}

EdgeList edges_of(const std::vector<std::int64_t>& ends) {
  std::vector<std::int64_t> names = ends;
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() > std::numeric_limits<std::int32_t>::max())
    throw UsageError(fmt::format("{} vertices; the maximum is {}", names.size(), std::numeric_limits<std::int32_t>::max()));
  const auto place = [&](std::int64_t name) { return static_cast<std::int32_t>(std::ranges::lower_bound(names, name) - names.begin()); };
  EdgeList list{.vertices = static_cast<std::int64_t>(names.size())};
  list.edges.reserve(ends.size() / 2);
  for (std::size_t i = 0; i < ends.size(); i += 2) list.edges.push_back({place(ends[i]), place(ends[i + 1])});
  return list;
}

}  // namespace

EdgeList read_edge_list(const std::string& path) {
  return reading(path, [&] {
    const std::string text = read_text(path);
    return is_matrix_market(text) ? edges_of(parse_matrix_market(text)) : edges_of(read_ends(text));
  });
}

}  // namespace lockstep
