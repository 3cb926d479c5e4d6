/// @file
/// @brief Judges exercise 11: connected components.
#include "exercise.hpp"

#include <chrono>
#include <numeric>

#include "lockstep/random.hpp"
#include "suite.hpp"

using lockstep::Edge;
using lockstep::InputKind;
using lockstep::Size;
using namespace lockstep::testing;

namespace {

/// The numbers below `count`, shuffled by the seed.
std::vector<std::int32_t> shuffled(std::int64_t count) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t i = numbers.size(); i > 1; --i)
    std::swap(numbers[i - 1], numbers[lockstep::random_bits(Submission::get().seed(), i) % i]);
  return numbers;
}

/// The graph of these edges, filled up to `size` with loops at the last vertex.
Components::Inputs graph_of(Size size, std::vector<Edge> edges) {
  const auto last = static_cast<std::int32_t>(size.width - 1);
  edges.resize(static_cast<std::size_t>(size.count()), {last, last});
  return {make_graph(size.width, edges)};
}

/// The vertices of `names` in a row.
Components::Inputs row(const std::vector<std::int32_t>& names) {
  std::vector<Edge> edges;
  for (std::size_t i = 1; i < names.size(); ++i) edges.push_back({names[i - 1], names[i]});
  return graph_of({static_cast<std::int64_t>(names.size()), 1}, edges);
}

/// Adds edges that join each of the first `count` of `names` with one before it, at random, so that paths are short, and `more` others.
void join(std::vector<Edge>& edges, const std::vector<std::int32_t>& names, std::size_t count, std::size_t more) {
  std::uint64_t drawn = 0;
  const auto draw = [&](std::size_t below) { return names[lockstep::random_bits(~Submission::get().seed(), drawn++) % below]; };
  for (std::size_t i = 1; i < count; ++i) edges.push_back({names[i], draw(i)});
  for (std::size_t i = 0; i < more; ++i) {
    const std::int32_t a = draw(count), b = draw(count);
    edges.push_back({a, b});
  }
}

/// A connected graph with short paths.
Components::Inputs connected(Size size) {
  std::vector<Edge> edges;
  const auto vertices = static_cast<std::size_t>(size.width);
  join(edges, shuffled(size.width), vertices, static_cast<std::size_t>(size.count()) - vertices + 1);
  return graph_of(size, edges);
}

struct Connected : Components {
  static Inputs make_inputs(Size size, std::uint64_t /*seed*/, InputKind /*kind*/) { return connected(size); }
};

/// Most labels are final after a few rounds, the last ones only after very many: a graph with short paths, and a row of `tail` vertices
/// that leads away from it.
Components::Inputs with_tail(Size size, std::size_t tail) {
  const std::vector<std::int32_t> names = shuffled(size.width);
  const std::size_t core = names.size() - tail;
  std::vector<Edge> edges;
  join(edges, names, core, static_cast<std::size_t>(size.count()) - names.size() + 1);
  for (std::size_t i = core; i < names.size(); ++i) edges.push_back({names[i - 1], names[i]});
  return graph_of(size, edges);
}

/// Groups of `side` vertices that follow each other, each joined with all of its group: so neighbours' labels, too, lie side by side.
Components::Inputs cliques(Size size, std::int32_t side) {
  std::vector<Edge> edges;
  for (std::int32_t a = 0; a < size.width; ++a)
    for (std::int32_t b = a / side * side; b < a; ++b) edges.push_back({a, b});
  return graph_of(size, edges);
}

/// The demands of every part. A thread for each vertex makes 8 warps of 256 vertices.
void require_shared(const Observed& seen, Size size) {
  // After each round some flags, which each block may set in the host's memory, and no edges.
  seen.require_to_host_at_most(64 + static_cast<double>(seen.launches()) * (32 + 0.5 * static_cast<double>(size.width)));
  constexpr std::size_t kFewLaunches = 60;  // with a round for each vertex it would take long
  seen.require_warps_at_least(static_cast<double>(size.width / 64));
  if (size.width < 128 || seen.launches() > kFewLaunches) return;
  constexpr Size kLooked{256, 4};
  const Asked asked{.about = "a connected graph"};
  const Shares work = shares_of<Components>(observed_about<Components>(connected(kLooked), kLooked, InputKind::exact, asked), kLooked);
  work.require_warps_at_work(3);
  // Two to ten thousand in the rounds that its short paths need. Where each thread goes through all lists, 166,000.
  work.require_accesses_at_most(60'000);
}

/// Those where paths are short.
void require_few_steps(const Observed& seen, Size size) {
  require_shared(seen, size);
  if (size.width < 256) return;
  shares_of<Components>(seen, size).require_warps_at_work(3);
  // For each number of the graph a round takes 40 steps at most, or 1500 where a whole block reads a short list; where each thread does
  // everything, 3 and more for each thread. A launch may do several rounds, ten at most.
  const double numbers = Components::cost(size).bytes / sizeof(std::int32_t);
  seen.require_lane_steps_at_most(600 * numbers * static_cast<double>(seen.launches() + 10));
}

void require_right_of(const Components::Inputs& graph, Size size, const std::string& about) {
  require_right_about<Components>(graph, size, InputKind::exact, {.about = about}, require_shared);
}

/// Warps that read wrong values find right labels all the same where all labels are 0: so this is of graphs with several components.
void require_shared_components() {
  require_each_warp_needed<Components>({256 * hidden_size(2, 3, 6).width, 2}, 4, {.about = "a grid with holes"});
}

/// Observed, but for a large graph whose answer takes long: an answer with a round for each vertex, slow but right, would not end in time
/// under the observers, which make it thirty times as slow. A host that waits to be taken for one is seen in the parts that follow.
void require_right_connected(const std::vector<Size>& sizes) {
  using std::chrono::steady_clock;
  constexpr std::int64_t kAlwaysObserved = 300;  // vertices
  constexpr auto kLong = std::chrono::milliseconds(100);
  const Asked asked{.about = "a connected graph"};
  for (const Size size : sizes) {
    const Components::Inputs graph = connected(size);
    const auto begin = steady_clock::now();
    if (size.width > kAlwaysObserved) require_answer_about<Components>(graph, size, InputKind::exact, asked);
    if (steady_clock::now() - begin > kLong) continue;
    require_right_about<Components>(graph, size, InputKind::exact, asked, require_few_steps);
  }
}

}  // namespace

TEST_CASE("right for connected graphs of round sizes", "[part1][points:2]") {
  require_right_connected({{256, 4}, {512, 8}, {1024, 2}});  // whole blocks
  require_right_again<Connected>({256, 4}, {.about = "a connected graph"});
  if (lockstep::kOnSimulator)
    observed_about<Components>(connected({256, 8}), {256, 8}, InputKind::exact, {.about = "a connected graph", .drawn = true});
}

TEST_CASE("right for connected graphs of every size", "[part2][points:1]") {
  const Size hidden{hidden_size(300, 2000).width, 3};
  require_right_connected({{1, 1}, {2, 1}, {3, 2}, {31, 4}, {33, 4}, {255, 2}, {257, 2}, {1025, 3}, {17000, 2}, hidden});
}

TEST_CASE("right where paths are long", "[part3][points:2]") {
  std::vector<std::int32_t> names(300);
  std::iota(names.begin(), names.end(), 0);
  require_right_of(row(names), {300, 1}, "a row of vertices in ascending order");
  std::ranges::reverse(names);
  require_right_of(row(names), {300, 1}, "a row of vertices in descending order");
  const Size hidden{hidden_size(300, 400, 2).width, 1};
  require_right_of(row(shuffled(hidden.width)), hidden, "a row of vertices in any order");
  require_right_of(with_tail({400, 3}, 150), {400, 3}, "a connected graph with a long tail");
}

TEST_CASE("right for disconnected graphs", "[part4][points:2]") {
  require_shared_components();
  require_right_of(graph_of({100, 1}, {}), {100, 1}, "no edges but loops at the last vertex");
  require_right_of(graph_of({100, 2}, {{0, 99}, {5, 3}, {3, 5}, {5, 3}, {7, 7}, {98, 50}}), {100, 2},
                   "lone pairs, an edge that is there three times, a loop");
  require_right_of(cliques({128, 16}, 32), {128, 16}, "four groups of vertices, each joined with all of its group");
  for (const Size size : {Size{768, 1}, Size{400, 4}, Size{hidden_size(300, 600, 1).width, 2}}) {
    const std::uint64_t seed = Submission::get().seed();
    require_right_of(Components::make_inputs(size, seed, InputKind::exact), size, "a grid with holes");
    require_right_of(Components::make_inputs(size, seed, InputKind::real), size, "an R-MAT graph");
  }
}

TEST_CASE("no hazards", "[part5][points:1][sim]") {
  require_shared_components();
  for (const Size size : {Size{256, 8}, Size{hidden_size(900, 1100, 7).width, 3}}) {
    const Observed seen = observed<Components>(size, {.about = "an R-MAT graph"});
    require_shared(seen, size);
    seen.require_no_hazards();
    require_right_in_any_order<Components>(size);
  }
  observed_about<Components>(row(shuffled(100)), {100, 1}, InputKind::exact, {.about = "a row of vertices in any order"})
      .require_no_hazards();
}

TEST_CASE("coalesced", "[part6][points:1][sim]") {
  require_shared_components();
  // 1.1 where lanes take entries of one list, 2.9 where each lane has a list of its own.
  const Size size{512, 32};
  const Observed seen = observed_about<Components>(cliques(size, 64), size, InputKind::exact, {.about = "eight groups of vertices"});
  require_few_steps(seen, size);
  seen.require_coalesced(2);
}

TEST_CASE("few atomics, and no more rounds than needed", "[part7][points:1][sim]") {
  require_shared_components();
  // An atomic for each entry makes 9600 a round. Where only those are left that change something, there are some 1500, or 3500 where
  // *changed is set by another, or where entries of one list are pushed one by one. A list of vertices for the next round takes another
  // for each that joins it, and one for each that is drawn: 16,000 in all rounds. A label needs at most 60 rounds to the end of the tail,
  // and a round may be two launches.
  const Size size{600, 8};
  const Observed seen = observed_about<Components>(with_tail(size, 50), size, InputKind::exact, {.about = "a connected graph with a tail"});
  require_shared(seen, size);
  seen.require_atomics_at_most(24'000);
  seen.require_launches_at_most(150);
}
