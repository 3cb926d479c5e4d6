/// @file
/// @brief Matrix Market files: every kind is read, and each kind of damage gets one line that names its place.
#include "lockstep/matrix_market.hpp"

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "support/temporary_folder.hpp"

using lockstep::MatrixEntry;
using lockstep::MatrixMarket;
using lockstep::read_matrix_market;
using lockstep::TemporaryFolder;
using lockstep::with_both_triangles;
using namespace std::string_literals;
using Entries = std::vector<MatrixEntry>;

namespace {

MatrixMarket matrix_of(const std::string& content) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.mtx";
  std::ofstream(path, std::ios::binary) << content;
  return read_matrix_market(path);
}

std::string complaint_about_matrix(const std::string& content) {
  try {
    matrix_of(content);
  } catch (const lockstep::UsageError& error) {
    return error.what();
  }
  return "";
}

void check_says_of_matrix(const std::string& content, const std::string& part) {
  const std::string complaint = complaint_about_matrix(content);
  CAPTURE(content, complaint);
  CHECK(complaint.find("a.mtx: " + part) != std::string::npos);
  CHECK(complaint.find('\n') == std::string::npos);
}

constexpr const char* kReal = "%%MatrixMarket matrix coordinate real general\n";
constexpr const char* kPattern = "%%MatrixMarket matrix coordinate pattern general\n";
constexpr const char* kSymmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
constexpr const char* kArray = "%%MatrixMarket matrix array real general\n";

}  // namespace

TEST_CASE("matrix market: coordinates with values", "[matrix_market]") {
  const MatrixMarket matrix = matrix_of(kReal + "3 4 4\n1 1 2.5\n3 4 -1e-3\n2 1 +7\n3 4 .5\n"s);
  CHECK(matrix.rows == 3);
  CHECK(matrix.columns == 4);
  CHECK_FALSE(matrix.is_pattern);
  CHECK_FALSE(matrix.is_symmetric);
  CHECK_FALSE(matrix.is_dense);
  CHECK(matrix.entries == Entries{{0, 0, 2.5}, {2, 3, -1e-3}, {1, 0, 7}, {2, 3, 0.5}});
}

TEST_CASE("matrix market: whole numbers, doubles and patterns", "[matrix_market]") {
  CHECK(matrix_of("%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 2 -9\n").entries == Entries{{1, 1, -9}});
  CHECK(matrix_of("%%MatrixMarket matrix coordinate double general\n2 2 1\n2 2 9.5\n").entries == Entries{{1, 1, 9.5}});
  const MatrixMarket pattern = matrix_of(kPattern + "2 2 2\n2 1\n1 2\n"s);
  CHECK(pattern.is_pattern);
  CHECK(pattern.entries == Entries{{1, 0, 1}, {0, 1, 1}});
}

TEST_CASE("matrix market: a value may be nan or infinite", "[matrix_market]") {
  const MatrixMarket matrix = matrix_of(kReal + "2 2 2\n1 1 nan\n2 2 -inf\n"s);
  CHECK(std::isnan(matrix.entries.at(0).value));
  CHECK(std::isinf(matrix.entries.at(1).value));
}

TEST_CASE("matrix market: arrays go down the columns", "[matrix_market]") {
  const MatrixMarket matrix = matrix_of(kArray + "2 3\n1\n2\n3\n4\n5\n6\n"s);
  CHECK(matrix.is_dense);
  CHECK(matrix.entries == Entries{{0, 0, 1}, {1, 0, 2}, {0, 1, 3}, {1, 1, 4}, {0, 2, 5}, {1, 2, 6}});
  const MatrixMarket half = matrix_of("%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n");
  CHECK(half.entries == Entries{{0, 0, 1}, {1, 0, 2}, {2, 0, 3}, {1, 1, 4}, {2, 1, 5}, {2, 2, 6}});
}

TEST_CASE("matrix market: both triangles of a symmetric matrix", "[matrix_market]") {
  const MatrixMarket half = matrix_of(kSymmetric + "3 3 3\n1 1 5\n3 1 7\n2 2 8\n"s);
  CHECK(half.is_symmetric);
  const MatrixMarket whole = with_both_triangles(half);
  CHECK_FALSE(whole.is_symmetric);
  CHECK(whole.entries == Entries{{0, 0, 5}, {2, 0, 7}, {1, 1, 8}, {0, 2, 7}});
  const MatrixMarket general = matrix_of(kReal + "2 2 1\n2 1 3\n"s);
  CHECK(with_both_triangles(general).entries == general.entries);
}

TEST_CASE("matrix market: capitals, comments, blanks and line ends of any kind", "[matrix_market]") {
  const MatrixMarket matrix = matrix_of(
      "%%MATRIXMARKET Matrix Coordinate REAL General\r\n% made by hand\r\n\r\n  %\n\t 2 \t2 2 \r\n\n1 1 1\r\n % 9 9 9\n  2   2   2");
  CHECK(matrix.entries == Entries{{0, 0, 1}, {1, 1, 2}});
}

TEST_CASE("matrix market: a matrix may be empty", "[matrix_market]") {
  CHECK(matrix_of(kReal + "0 0 0\n"s).rows == 0);
  CHECK(matrix_of(kPattern + "5 5 0"s).entries.empty());
  CHECK(matrix_of(kArray + "0 7\n"s).columns == 7);
}

TEST_CASE("matrix market: another kind of file", "[matrix_market]") {
  check_says_of_matrix("", "it is not a Matrix Market file");
  check_says_of_matrix("hello", "it is not a Matrix Market file");
  check_says_of_matrix("3 3 1\n1 1 1\n", "it is not a Matrix Market file");
  check_says_of_matrix("\x1f\x8b\x08", "it is compressed");
  check_says_of_matrix("%%MatrixMarket\0"s, "it is not text");
  check_says_of_matrix("%%MatrixMarket vector coordinate real general\n", "line 1: its object is \"vector\"");
  check_says_of_matrix("%%MatrixMarket matrix \33[2J\x7f real general\n",
                       "line 1: its format is \"?[2j?\";");  // the terminal is not to obey it
  check_says_of_matrix("%%MatrixMarket matrix " + std::string(1000, 'x') + " real general\n",
                       "line 1: its format is \"" + std::string(40, 'x') + "…\";");
  check_says_of_matrix("%%MatrixMarket matrix list real general\n", "line 1: its format is \"list\"; it may be coordinate, array");
  check_says_of_matrix("%%MatrixMarket matrix coordinate complex general\n", "line 1: its field is \"complex\"");
  check_says_of_matrix("%%MatrixMarket matrix coordinate real hermitian\n",
                       "line 1: its symmetry is \"hermitian\"; it may be general, symmetric");
  check_says_of_matrix("%%MatrixMarket matrix coordinate real\n1 1 1\n1 1 1\n", "line 1: its symmetry is \"\"");
  check_says_of_matrix("%%MatrixMarket matrix coordinate real general too\n", "line 1: \"too\" is one word too many");
  check_says_of_matrix("%%MatrixMarket matrix array pattern general\n1 1\n", "line 1: an array has values");
}

TEST_CASE("matrix market: a wrong line of sizes", "[matrix_market]") {
  check_says_of_matrix(kReal, "it is cut off: there is no line with its numbers of rows, columns and entries");
  for (const char* line : {"x", "3", "3 3", "3 3 -1", "-3 3 1", "3 3 1 1", "3.5 3 1", "99999999999999999999 1 1"})
    check_says_of_matrix(kReal + "% comment\n"s + line + "\n", "line 3: it must be the numbers of rows, columns and entries");
  check_says_of_matrix(kArray + "3\n"s, "line 2: it must be the numbers of rows and columns");
  check_says_of_matrix(kArray + "3 3 9\n"s, "line 2: it must be the numbers of rows and columns");
  check_says_of_matrix(kReal + "2147483648 1 0\n"s, "line 2: more rows or columns than 2147483647");
  check_says_of_matrix(kSymmetric + "3 4 0\n"s, "line 2: a symmetric matrix must be square, not 3 x 4");
}

TEST_CASE("matrix market: a file that is cut off, or promises more than memory", "[matrix_market]") {
  check_says_of_matrix(kReal + "9 9 1000000000000\n1 1 1\n"s, "line 2: it is cut off: 1000000000000 entries need at least");
  check_says_of_matrix(kArray + "2000000000 2000000000\n1\n"s, "line 2: it is cut off");
  check_says_of_matrix(kReal + "3 3 9\n1 1 1\n"s, "line 2: it is cut off: 9 entries need at least 53 bytes, but it has 6");
  check_says_of_matrix(kReal + "3 3 2\n1 1 12345678\n"s, "it is cut off: it has 1 of its 2 entries");
  check_says_of_matrix(kArray + "2 2\n1.000000\n2\n3\n"s, "it is cut off: it has 3 of its 4 elements");
}

TEST_CASE("matrix market: wrong entries, by the number of their line", "[matrix_market]") {
  check_says_of_matrix(kReal + "3 3 1\nx 1 1 1\n"s, "line 3: entry 1 is not a row and a column");
  check_says_of_matrix(kReal + "3 3 1\n1.5 1 1\n"s, "line 3: entry 1 is not a row and a column");
  check_says_of_matrix(kReal + "3 3 2\n1 1 1\n0 1 1\n"s,
                       "line 4: entry 2 is at (0, 1), outside the 3 x 3 matrix; rows and columns count from 1");
  check_says_of_matrix(kReal + "3 3 1\n1 4 1\n"s, "line 3: entry 1 is at (1, 4), outside");
  check_says_of_matrix(kReal + "3 3 1\n-1 1 1\n"s, "line 3: entry 1 is at (-1, 1), outside");
  check_says_of_matrix(kReal + "3 3 1\n1 2    \n"s, "line 3: the value of entry 1 is missing, or not a number");
  check_says_of_matrix(kReal + "3 3 1\n1 2 3x\n"s, "line 3: the value of entry 1 is missing, or not a number");
  check_says_of_matrix(kReal + "3 3 1\n1 2 +-3\n"s, "line 3: the value of entry 1 is missing, or not a number");
  check_says_of_matrix(kReal + "3 3 1\n1 2 3 4\n"s, "line 3: unexpected text after entry 1");
  check_says_of_matrix(kPattern + "3 3 1\n1 2 3\n"s, "line 3: unexpected text after entry 1");
  check_says_of_matrix(kSymmetric + "3 3 1\n1 2 3\n"s, "line 3: entry 1 is at (1, 2), above the diagonal");
  check_says_of_matrix("%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 2 3.5\n",
                       "line 3: the value of entry 1 is missing, or not a whole");
  check_says_of_matrix(kArray + "1 2\n1\nx\n"s, "line 4: the value of element 2 is missing, or not a number");
  check_says_of_matrix(kArray + "1 2\n1 1\n2\n"s, "line 3: unexpected text after element 1");
}

TEST_CASE("matrix market: a file that goes on", "[matrix_market]") {
  check_says_of_matrix(kReal + "3 3 1\n1 1 1\n% that was all\n1 2 1\n"s, "line 5: it goes on after its 1 entries");
  check_says_of_matrix(kArray + "1 1\n1\n2\n"s, "line 4: it goes on after its 1 elements");
}

TEST_CASE("matrix market: no file", "[matrix_market]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(read_matrix_market(folder / "none.mtx"), lockstep::UsageError);
  CHECK_THROWS_AS(read_matrix_market(folder / ""), lockstep::UsageError);
  CHECK_THROWS_AS(read_matrix_market("/dev/zero"), lockstep::UsageError);
}
