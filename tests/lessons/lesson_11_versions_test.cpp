/// @file
/// @brief Lesson 11's program: every version's distances, on graphs of every kind, and what it says of bad input.
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "../../lessons/11_bfs/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Edge;
using lockstep::InputKind;
using lockstep::Size;
using lockstep::TemporaryFolder;
using lockstep::testing::check_answer;
using lockstep::testing::check_answer_about;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::kernels_of;
using lockstep::testing::own_versions_of;
using lockstep::testing::Refusal;
using lockstep::testing::run_lesson;
using lockstep::testing::versions_of;

namespace {

constexpr const char* kLesson = Search::kInfo.name;
using Edges = std::vector<Edge>;

/// A graph of these edges. A last vertex, which they leave alone, gets as many loops as make the number of edges fit its size.
Search::Inputs padded_inputs_of(std::int64_t vertices, Edges edges, std::int32_t source) {
  const auto count = static_cast<std::int64_t>(edges.size());
  const std::int64_t of_each = count / (vertices + 1) + 1;
  edges.resize(static_cast<std::size_t>((vertices + 1) * of_each),
               {static_cast<std::int32_t>(vertices), static_cast<std::int32_t>(vertices)});
  Search::Inputs in;
  in.size = {vertices + 1, of_each};
  in.graph = make_graph(vertices + 1, edges);
  in.source = {source};
  return in;
}

void check_about(const std::string& version, const Search::Inputs& in, const std::vector<std::string>& options = {}) {
  check_answer_about<Search>({.version = version, .size = in.size, .kind = InputKind::real, .options = options}, in);
}

void check_all(const Search::Inputs& in) {
  for (const std::string& version : versions_of(kLesson)) check_about(version, in);
}

Edges path(std::int32_t first, std::int32_t last) {
  Edges edges;
  for (std::int32_t v = first; v < last; ++v) edges.push_back({v, v + 1});
  return edges;
}
Edges star(std::int32_t centre, std::int32_t first, std::int32_t last) {
  Edges edges;
  for (std::int32_t v = first; v < last; ++v) edges.push_back({centre, v});
  return edges;
}
Edges complete(std::int32_t first, std::int32_t last) {
  Edges edges;
  for (std::int32_t a = first; a < last; ++a)
    for (std::int32_t b = a + 1; b < last; ++b) edges.push_back({b, a});
  return edges;
}
Edges operator+(Edges a, const Edges& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string written(const TemporaryFolder& folder, const std::string& content) {
  std::ofstream(folder / "graph") << content;
  return folder / "graph";
}

}  // namespace

TEST_CASE("11: the ladder has a version in each file", "[lesson11]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_shared_memory",
                                                             "v4_reduction_optimized", "v5_atomic_combine", "v6_direction_optimized"});
}

TEST_CASE("11: every version's distances on a grid with holes, at ragged sizes", "[lesson11]") {
  check_answers<Search>({{1, 1}, {1, 4}, {2, 1}, {31, 1}, {32, 2}, {33, 5}, {1023, 2}, {1025, 1}}, InputKind::exact);
}

TEST_CASE("11: every version's distances on an R-MAT graph", "[lesson11]") {
  check_answers<Search>({{1, 1}, {2, 3}, {33, 4}, {1000, 1}, {1024, 16}, {3001, 8}, {2048, 64}}, InputKind::real);
}

TEST_CASE("11: blocks and grids of any shape", "[lesson11]") {
  const char* block = GENERATE("32", "96", "1024");
  check_answers<Search>(kernels_of(kLesson), {{70, 1}, {1500, 6}}, InputKind::real, {"--block", block});
  const std::vector<std::string> queued{"v3_shared_memory", "v4_reduction_optimized", "v5_atomic_combine", "v6_direction_optimized"};
  check_answers<Search>(queued, {{1500, 6}}, InputKind::real, {"--block", block, "--grid", "3"});
  check_answers<Search>({"v1_naive"}, {{70, 1}, {1500, 6}}, InputKind::real, {"--block", "50"});
}

TEST_CASE("11: a graph without edges, and one of loops only", "[lesson11]") {
  check_all(padded_inputs_of(1, {}, 0));
  check_all(padded_inputs_of(100, {}, 37));
  check_all(padded_inputs_of(3, {{0, 0}, {1, 1}, {1, 1}, {2, 2}}, 1));
}

TEST_CASE("11: edges that are there many times, and loops beside them", "[lesson11]") {
  Edges edges = path(0, 40) + path(0, 40);
  for (int i = 0; i < 700; ++i) edges.push_back({20, 20}), edges.push_back({21, 20});
  check_all(padded_inputs_of(41, edges, 0));
}

TEST_CASE("11: a long path, from its end and from its middle", "[lesson11]") {
  check_all(padded_inputs_of(301, path(0, 300), 0));
  check_all(padded_inputs_of(301, path(0, 300), 150));
}

TEST_CASE("11: a star, from its centre and from a leaf", "[lesson11]") {
  check_all(padded_inputs_of(3001, star(0, 1, 3001), 0));
  check_all(padded_inputs_of(3001, star(3000, 0, 3000), 77));
}

TEST_CASE("11: lists of one piece, and of one entry more", "[lesson11]") {
  for (const std::int32_t length : {511, 512, 513, 1024, 1025})
    check_all(padded_inputs_of(length + 3, star(1, 2, length + 2) + path(0, 1), 0));
}

TEST_CASE("11: more than a block's queue holds", "[lesson11]") {
  const auto in = padded_inputs_of(9000, star(0, 1, 6000) + path(6000, 9000 - 1) + star(5999, 6000, 9000), 0);
  check_all(in);
  for (const char* version : {"v3_shared_memory", "v4_reduction_optimized"}) check_about(version, in, {"--grid", "1"});
}

TEST_CASE("11: two parts, of which one is not reached", "[lesson11]") {
  check_all(padded_inputs_of(200, complete(0, 30) + complete(30, 60) + path(60, 199), 45));
}

TEST_CASE("11: crowded levels after thin ones, and thin ones after crowded ones, several times", "[lesson11]") {
  // v6 turns upwards at each cluster, and downwards on each path.
  const Edges edges = path(0, 50) + complete(50, 110) + path(109, 150) + complete(150, 210) + path(209, 260) + star(260, 261, 900);
  check_all(padded_inputs_of(900, edges, 0));
  check_all(padded_inputs_of(900, edges, 120));
}

TEST_CASE("11: a run reports the six files, all stages verified", "[lesson11]") {
  const auto run = check_ladder(kLesson, "1000x5", 6);
  CHECK(run.at("size") == "1000x5");
  const auto in = Search::make_inputs({1000, 5}, 1, InputKind::real);
  CHECK(run.at("rate") == "GTEPS");
  for (const auto& version : run.at("versions")) CHECK(version.at("work") == Search::work(in, {Search::reference(in).distances}));
}

TEST_CASE("11: --mesh has a grid for the real inputs, too", "[lesson11]") {
  for (const std::string& version : kernels_of(kLesson))
    check_answer<Search>({.version = version, .size = {400, 2}, .seed = 3, .kind = InputKind::real, .settings = {1}});
}

TEST_CASE("11: graphs in files", "[lesson11]") {
  const TemporaryFolder folder;
  std::string edges = "# a path, and a triangle that it does not reach\n",
              matrix = "%%MatrixMarket matrix coordinate pattern general\n9 9 3\n";
  for (int v = 0; v < 40; ++v) edges += std::to_string(1000 * v) + "\t" + std::to_string(1000 * (v + 1)) + "\n";
  for (const std::string& content :
       {edges + "50 51\n51 52\n52 50\n", matrix + "1 2\n3 2\n8 7\n", matrix.substr(0, matrix.find('\n')) + "\n4 4 0\n"}) {
    const auto run = run_lesson(kLesson, {"--input", written(folder, content), "--reps", "1"});
    CHECK(run.at("versions").size() == versions_of(kLesson).size());
    for (const auto& version : run.at("versions")) CHECK(version.at("verified") == true);
  }
}

TEST_CASE("11: a file that is no graph gets one line and status 2", "[lesson11]") {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& content, const std::string& culprit) {
    check_refused(kLesson, {"--input", written(folder, content)}, culprit);
  };
  check("", "it has no vertex to begin with");
  check("1 2\n3\n", "line 2: an edge must be two vertex numbers");
  check("%%MatrixMarket matrix coordinate pattern general\n3 4 1\n1 1\n", "a graph's matrix must be square");
  check("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 1\n", "it is cut off");
  check_refused(kLesson, {"--input", folder / "none"}, "none");
}

TEST_CASE("11: bad input gets one line and status 2", "[lesson11]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--kernel", "v9_fastest"}, "v9_fastest"},
      {{"--size", "0x1"}, "0"},
      {{"--size", "4x4x4"}, "4x4"},
      {{"--kernel", "v1", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v2", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v2", "--block", "50"}, "--block 50"},
      {{"--kernel", "v3", "--block", "50"}, "--block 50"},
      {{"--kernel", "v6", "--grid", "100000"}, "--grid 100000"},
  }));
  check_refused(kLesson, refusal);
}
