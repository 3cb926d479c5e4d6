/// @file
/// @brief Graphs in files: lists of edges and Matrix Market, and one line for each kind of damage.
#include "lockstep/edge_list.hpp"

#include <fstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Edge;
using lockstep::EdgeList;
using lockstep::TemporaryFolder;
using namespace std::string_literals;
using Edges = std::vector<Edge>;

namespace {

EdgeList list_of(const std::string& content) {
  const TemporaryFolder folder;
  const std::string path = folder / "graph.txt";
  std::ofstream(path, std::ios::binary) << content;
  return lockstep::read_edge_list(path);
}

void check_says_of_edges(const std::string& content, const std::string& part) {
  std::string complaint;
  try {
    list_of(content);
  } catch (const lockstep::UsageError& error) {
    complaint = error.what();
  }
  CAPTURE(content, complaint);
  CHECK(complaint.find("graph.txt: " + part) != std::string::npos);
  CHECK(complaint.find('\n') == std::string::npos);
}

}  // namespace

TEST_CASE("edge list: as SNAP writes them", "[edge_list]") {
  const EdgeList list = list_of("# Undirected graph: ../../data/output/amazon.txt\r\n# FromNodeId\tToNodeId\n0\t1\n\n  1 2 \n2\t2\r\n1 0");
  CHECK(list.vertices == 3);
  CHECK(list.edges == Edges{{0, 1}, {1, 2}, {2, 2}, {1, 0}});
}

TEST_CASE("edge list: vertices are numbered anew, in the order of their numbers", "[edge_list]") {
  const EdgeList list = list_of("900000000000 7\n7 12\n");
  CHECK(list.vertices == 3);
  CHECK(list.edges == Edges{{2, 0}, {0, 1}});
}

TEST_CASE("edge list: a byte order mark, which editors hide, is no edge", "[edge_list]") {
  CHECK(list_of("\xef\xbb\xbf"
                "0 1\n1 2\n")
            .edges == Edges{{0, 1}, {1, 2}});
}

TEST_CASE("edge list: no edges", "[edge_list]") {
  CHECK(list_of("").vertices == 0);
  CHECK(list_of("# nothing\n").vertices == 0);
}

TEST_CASE("edge list: a Matrix Market file's entries, whatever their values", "[edge_list]") {
  const EdgeList list = list_of("%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n3 1\n2 2\n");
  CHECK(list.vertices == 4);
  CHECK(list.edges == Edges{{2, 0}, {1, 1}});
  CHECK(list_of("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 0\n2 1 -3\n").edges == Edges{{0, 1}, {1, 0}});
  CHECK(list_of("%%matrixmarket matrix coordinate real general\n5 5 0\n").vertices == 5);
}

TEST_CASE("edge list: damage gets a line that names its place", "[edge_list]") {
  for (const char* line : {"1", "1 x", "1.5 2", "1 2 3", "-1 2", "1 -2", "99999999999999999999 1", "a b"})
    check_says_of_edges("# comment\n0 1\n"s + line + "\n", "line 3: an edge must be two vertex numbers, 0 or greater, and nothing else");
  check_says_of_edges("0 1\n\0"s, "it is not text");
  check_says_of_edges("\x1f\x8b\x08", "it is compressed");
  check_says_of_edges("%%MatrixMarket matrix coordinate pattern general\n2 3 0\n", "a graph's matrix must be square, not 2 x 3");
  check_says_of_edges("%%MatrixMarket matrix array real general\n1 1\n1\n", "line 1: a graph must be a coordinate file");
  check_says_of_edges("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 3\n", "line 3: entry 1 is at (1, 3), outside");
}

TEST_CASE("edge list: no file", "[edge_list]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(lockstep::read_edge_list(folder / "none.txt"), lockstep::UsageError);
  CHECK_THROWS_AS(lockstep::read_edge_list(folder / ""), lockstep::UsageError);
}
