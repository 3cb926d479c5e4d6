/// @file
/// @brief Lesson 11's graphs, and that its check finds every wrong distance, whether it searches by itself or goes by the rule.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../../lessons/11_bfs/problem.hpp"
#include "catch.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Edge;
using lockstep::InputKind;
using lockstep::Size;
using lockstep::TemporaryFolder;

namespace {

std::int64_t degree(const Graph& graph, std::size_t v) { return graph.offsets[v + 1] - graph.offsets[v]; }

/// The lists of a graph, made in the plainest way.
std::vector<std::vector<std::int32_t>> plain_lists(std::int64_t vertices, const std::vector<Edge>& edges) {
  std::vector<std::vector<std::int32_t>> lists(static_cast<std::size_t>(vertices));
  for (const auto& [a, b] : edges) {
    lists[static_cast<std::size_t>(a)].push_back(b);
    lists[static_cast<std::size_t>(b)].push_back(a);
  }
  for (auto& list : lists) std::sort(list.begin(), list.end());
  return lists;
}

Search::Inputs inputs_of(std::int64_t vertices, const std::vector<Edge>& edges, std::int32_t source) {
  Search::Inputs in;
  in.size = {vertices, 1};
  in.graph = make_graph(vertices, edges);
  in.source = {source};
  return in;
}

std::vector<std::int32_t> distances_of(const Search::Inputs& in) { return Search::reference(in).distances; }

/// What the check knows of a graph that is too large to be searched.
Search::Reference rule_alone(const Search::Inputs& in) { return {.graph = in.graph, .source = in.source.front(), .distances = {}}; }

/// Whether both ways of the check pass these distances.
std::pair<bool, bool> passes(const Search::Inputs& in, const std::vector<std::int32_t>& distances) {
  const Search::Outputs answer{distances};
  const auto passed = [&](const Search::Reference& reference) { return Search::check(reference, answer, InputKind::real).passed; };
  return {passed(Search::reference(in)), passed(rule_alone(in))};
}

constexpr std::pair kBothPass{true, true}, kNonePasses{false, false};

}  // namespace

TEST_CASE("11: lists of neighbours: every edge twice, loops and multiples as they are", "[lesson11]") {
  const Graph graph = make_graph(5, {{3, 0}, {0, 1}, {2, 2}, {1, 0}});
  CHECK(graph.offsets == std::vector<std::int64_t>{0, 3, 5, 7, 8, 8});
  CHECK(graph.neighbours == std::vector<std::int32_t>{1, 1, 3, 0, 0, 2, 2, 0});
  CHECK(make_graph(1, {}).offsets == std::vector<std::int64_t>{0, 0});
  CHECK(make_graph(1, {}).neighbours.empty());
}

TEST_CASE("11: lists of a large graph, which all cores make together", "[lesson11]") {
  const auto edges = rmat_edges(5000, 100000, 3);
  const Graph graph = make_graph(5000, edges);
  const auto lists = plain_lists(5000, edges);
  REQUIRE(graph.neighbours.size() == 200000);
  bool same = true;
  for (std::size_t v = 0; v < lists.size(); ++v)
    same = same && degree(graph, v) == static_cast<std::int64_t>(lists[v].size()) &&
           std::equal(lists[v].begin(), lists[v].end(), graph.neighbours.begin() + graph.offsets[v]);
  CHECK(same);
  auto turned = edges;
  std::reverse(turned.begin(), turned.end());
  for (Edge& edge : turned) std::swap(edge.one, edge.other);
  CHECK(make_graph(5000, turned).neighbours == graph.neighbours);
}

TEST_CASE("11: an R-MAT graph has few vertices with very many neighbours, and many with none", "[lesson11]") {
  const std::int64_t vertices = 1 << 14;
  const Graph graph = make_graph(vertices, rmat_edges(vertices, 16 * vertices, 1));
  std::int64_t most = 0, none = 0, in_last_half = 0;
  for (std::size_t v = 0; v < static_cast<std::size_t>(vertices); ++v) {
    most = std::max(most, degree(graph, v));
    none += degree(graph, v) == 0 ? 1 : 0;
    in_last_half += v >= static_cast<std::size_t>(vertices) / 2 ? degree(graph, v) : 0;
  }
  CHECK(most > 50 * 32);  // 32 is the mean
  CHECK(none > vertices / 8);
  CHECK(none < vertices / 2);
  CHECK(in_last_half > 16 * vertices / 2);  // of 32 entries a vertex: the renumbered ones are spread
  CHECK(in_last_half < 16 * vertices * 3 / 2);
}

TEST_CASE("11: R-MAT takes the quarters of the matrix with their probabilities", "[lesson11]") {
  // With two vertices there is one level, and renumbering swaps 0 and 1 or does not: loops are at 0.57 and 0.05, others 0.19 and 0.19.
  std::map<std::pair<int, int>, int> counts;
  const int draws = 200000;
  for (const auto& [a, b] : rmat_edges(2, draws, 5)) ++counts[{a, b}];
  const auto share = [&](int a, int b) { return static_cast<double>(counts[{a, b}]) / draws; };
  CHECK(std::max(share(0, 0), share(1, 1)) == Catch::Approx(0.57).margin(0.005));
  CHECK(std::min(share(0, 0), share(1, 1)) == Catch::Approx(0.05).margin(0.003));
  CHECK(share(0, 1) == Catch::Approx(0.19).margin(0.004));
  CHECK(share(1, 0) == Catch::Approx(0.19).margin(0.004));
}

TEST_CASE("11: a grid joins what lies beside each other, and nothing with a hole", "[lesson11]") {
  const std::int64_t width = 20, vertices = width * width, of_each = GENERATE(1, 2, 4, 6);
  const auto edges = grid_edges(vertices, of_each, 9);
  REQUIRE(edges.size() == static_cast<std::size_t>(vertices * of_each));
  const Graph graph = make_graph(vertices, edges);
  std::int64_t holes = 0;
  for (std::int64_t v = 0; v < vertices; ++v) {
    bool alone = true;
    for (std::int64_t e = graph.offsets[static_cast<std::size_t>(v)]; e < graph.offsets[static_cast<std::size_t>(v) + 1]; ++e) {
      const std::int64_t u = graph.neighbours[static_cast<std::size_t>(e)];
      CHECK(std::abs(u % width - v % width) <= 1);
      CHECK(std::abs(u / width - v / width) <= (of_each == 1 ? 0 : 1));
      alone = alone && u == v;
    }
    holes += alone ? 1 : 0;
  }
  CHECK(holes > vertices / 16);
  CHECK(holes < vertices / 4);
}

TEST_CASE("11: inputs follow from the seed, and differ by it", "[lesson11]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto first = Search::make_inputs({1000, 5}, 7, kind), again = Search::make_inputs({1000, 5}, 7, kind);
  CHECK(first.graph.neighbours == again.graph.neighbours);
  CHECK(first.source == again.source);
  CHECK(first.graph.neighbours.size() == 10000);
  CHECK(Search::make_inputs({1000, 5}, 8, kind).graph.neighbours != first.graph.neighbours);
  const auto source = static_cast<std::size_t>(first.source.front());
  bool joined = false;
  for (std::int64_t e = first.graph.offsets[source]; e < first.graph.offsets[source + 1]; ++e)
    joined = joined || first.graph.neighbours[static_cast<std::size_t>(e)] != first.source.front();
  CHECK(joined);
}

TEST_CASE("11: more vertices than 32 bits number are refused", "[lesson11]") {
  CHECK_THROWS_AS(Search::make_inputs({std::int64_t{1} << 31, 1}, 1, InputKind::real), lockstep::UsageError);
}

TEST_CASE("11: distances by hand", "[lesson11]") {
  //  0 - 1 - 2      5 - 6     7
  //   \     /
  //    3 - 4
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {3, 0}, {3, 4}, {4, 2}, {5, 6}, {1, 1}, {7, 7}, {2, 1}};
  CHECK(distances_of(inputs_of(8, edges, 0)) == std::vector<std::int32_t>{0, 1, 2, 1, 2, -1, -1, -1});
  CHECK(distances_of(inputs_of(8, edges, 6)) == std::vector<std::int32_t>{-1, -1, -1, -1, -1, 1, 0, -1});
  CHECK(distances_of(inputs_of(8, edges, 7)) == std::vector<std::int32_t>{-1, -1, -1, -1, -1, -1, -1, 0});
}

TEST_CASE("11: any one wrong distance is found, by the search and by the rule alone", "[lesson11]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto in = Search::make_inputs({300, 2}, 4, kind);
  const auto right = distances_of(in);
  CHECK(passes(in, right) == kBothPass);
  for (std::size_t v = 0; v < right.size(); ++v)
    for (const std::int32_t wrong : {right[v] + 1, right[v] - 1, right[v] + 7, -1, 0, -2}) {
      if (wrong == right[v]) continue;
      auto distances = right;
      distances[v] = wrong;
      CHECK(passes(in, distances) == kNonePasses);
    }
}

TEST_CASE("11: so are distances that agree with each other, but not with the source", "[lesson11]") {
  const auto in = inputs_of(6, {{0, 1}, {1, 2}, {3, 4}, {4, 5}}, 0);
  CHECK(passes(in, {0, 1, 2, -1, -1, -1}) == kBothPass);
  CHECK(passes(in, {0, 1, 2, 0, 1, 2}) == kNonePasses);     // a second source
  CHECK(passes(in, {0, 1, 2, 2, 1, 2}) == kNonePasses);     // a part that is not reached
  CHECK(passes(in, {1, 2, 3, -1, -1, -1}) == kNonePasses);  // all one further
  CHECK(passes(in, {2, 1, 0, -1, -1, -1}) == kNonePasses);  // from elsewhere
  CHECK(passes(in, {-1, -1, -1, -1, -1, -1}) == kNonePasses);
  CHECK(passes(in, {0, 1, -1, -1, -1, -1}) == kNonePasses);  // a search that ended early
  CHECK(passes(in, {0, 1, 2, -1, -1}) == kNonePasses);
}

TEST_CASE("11: what the check says of the first wrong distance", "[lesson11]") {
  const auto in = inputs_of(4, {{0, 1}, {1, 2}, {2, 3}}, 0);
  const std::vector<Search::Reference> both{Search::reference(in), rule_alone(in)};
  for (const Search::Reference& reference : both) {
    const auto verdict = Search::check(reference, {{0, 1, 2, 7}}, InputKind::real);
    CHECK(verdict.index == 3);
    CHECK(verdict.expected == 3);
    CHECK(verdict.got == 7);
  }
}

TEST_CASE("11: graphs from files", "[lesson11]") {
  const TemporaryFolder folder;
  const auto inputs = [&](const std::string& content) {
    std::ofstream(folder / "graph") << content;
    return Search::read_inputs(folder / "graph");
  };
  const auto path = inputs("10 20\n20 30\n30 40\n");
  CHECK(path.size == Size{4, 1});
  CHECK(distances_of(path) == std::vector<std::int32_t>{0, 1, 2, 3});
  const auto dense = inputs("1 2\n2 1\n1 2\n2 2\n1 1\n");
  CHECK(dense.size == Size{2, 3});  // five edges: three a vertex are enough
  CHECK(dense.graph.neighbours.size() == 10);
  const auto sparse = inputs("%%MatrixMarket matrix coordinate pattern symmetric\n6 6 2\n2 2\n5 4\n");
  CHECK(sparse.source.front() == 3);  // the first that has a neighbour, which vertex 1 is not to itself
  CHECK(distances_of(sparse) == std::vector<std::int32_t>{-1, -1, -1, 0, 1, -1});
  CHECK(distances_of(inputs("%%MatrixMarket matrix coordinate pattern general\n3 3 0\n")) == std::vector<std::int32_t>{0, -1, -1});
  CHECK_THROWS_AS(inputs("# no edges\n"), lockstep::UsageError);
}

TEST_CASE("11: --mesh puts a grid in the place of an R-MAT graph, not of others", "[lesson11]") {
  const std::vector<double> on{1}, off{0};
  const auto grid = Search::make_inputs({500, 2}, 7, InputKind::exact), rmat = Search::make_inputs({500, 2}, 7, InputKind::real);
  auto in = rmat;
  Search::apply(in, off);
  CHECK(in.graph.neighbours == rmat.graph.neighbours);
  Search::apply(in, on);
  CHECK(in.graph.neighbours == grid.graph.neighbours);
  CHECK(in.source == grid.source);
  auto path = inputs_of(3, {{0, 1}, {1, 2}}, 0);
  Search::apply(path, on);
  CHECK(path.graph.neighbours == std::vector<std::int32_t>{1, 0, 2, 1});
}

TEST_CASE("11: edges traversed are those between reached vertices, each once", "[lesson11]") {
  const auto in = inputs_of(7, {{0, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 4}, {4, 5}}, 0);
  CHECK(Search::work(in, {distances_of(in)}) == 4);
  CHECK(Search::work(inputs_of(2, {}, 0), {{0, -1}}) == 0);
}

TEST_CASE("11: what a search costs", "[lesson11]") {
  CHECK(Search::cost({100, 7}).bytes == 8 * 101 + 4 * 1400 + 4 + 4 * 100);
  CHECK(Search::cost({100, 7}).operations == 0);
}
