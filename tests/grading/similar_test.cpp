/// @file
/// @brief Copies are found however they are disguised, and what students wrote alone is not taken for copies.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <regex>

#include "catch.hpp"
#include "course_kit.hpp"
#include "grading/reports/similar_page.hpp"
#include "grading/reports/similarity/alike.hpp"
#include "grading/reports/similarity/compared.hpp"
#include "grading/reports/similarity/tokens.hpp"
#include "support/read_file.hpp"
#include "well_formed.hpp"

using lockstep::read_file;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

// Seven solutions that were written independently of each other.
std::vector<StudentSource> class_alone() {
  std::vector<StudentSource> all;
  for (const auto& entry : fs::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/grading/class/alone"))
    all.push_back({entry.path().stem().string(), read_file(entry.path())});
  std::ranges::sort(all, {}, &StudentSource::student);
  REQUIRE(all.size() == 7);
  return all;
}

std::string source_of(const std::string& student) { return read_file(LOCKSTEP_SOURCE_DIR "/tests/grading/class/alone/" + student + ".cu"); }

std::vector<AlikePair> pairs_in(const std::vector<StudentSource>& all) { return alike_pairs(all, handed_out_sources(kKit)); }

// "quads and zed", in alphabetical order.
std::vector<std::string> names_of(const std::vector<StudentSource>& all, const std::vector<AlikePair>& pairs) {
  std::vector<std::string> names;
  for (const AlikePair& pair : pairs) {
    std::string one = all[pair.one].student, other = all[pair.other].student;
    if (other < one) std::swap(one, other);
    names.push_back(one + " and " + other);
  }
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> names_with(const std::vector<StudentSource>& more) {
  std::vector<StudentSource> all = class_alone();
  all.insert(all.end(), more.begin(), more.end());
  return names_of(all, pairs_in(all));
}

std::string rewritten(const std::string& text, const std::string& pattern, const std::string& by) {
  const std::string now = std::regex_replace(text, std::regex(pattern), by);
  REQUIRE(now != text);
  return now;
}

// Where it uses one of these names.
std::string renamed(const std::string& text) {
  const std::string names = R"(\b(partial|add_squares|take_root|sums|of_warps|total|local|sum|acc|mine|a|value|count|norm)\b)";
  return rewritten(text, names, "my_$1");
}

std::string commented(const std::string& text) {
  return rewritten(rewritten(text, R"(;\n)", ";  // \"next\"\n\n"), R"(\) \{)", ") /* { */ {");
}

// The last kernel first, as nothing between them depends on the order.
std::string reordered(const std::string& text) {
  const auto first = text.find("__global__ void add_squares"), second = text.find("__global__ void take_root"), end = text.find("void run");
  REQUIRE(end != text.npos);
  return text.substr(0, first) + text.substr(second, end - second) + text.substr(first, second - first) + text.substr(end);
}

std::vector<std::size_t> kinds_of(const std::string& text) {
  std::vector<std::size_t> kinds;
  for (const Token& token : tokens_of(text)) kinds.push_back(token.kind);
  return kinds;
}

}  // namespace

// ---- Tokens ---------------------------------------------------------------------------------------------------------

TEST_CASE("tokens: names, numbers, comments and layout make no difference", "[similar]") {
  const std::string text = "#include <x>\nfor (int i = 0; i < n; ++i) sum += x[i] * 2.5e-3f;\n";
  CHECK(kinds_of(text) == kinds_of("for(long k=1'000;k<size;++k)\n{ total += values[k] /* all */ * 0x1p-3; } // done\n"));
  CHECK(kinds_of(text) != kinds_of("for (int i = 0; i < n; ++i) sum -= x[i] * 2.5e-3f;\n"));
  CHECK(kinds_of("while (a) b();") != kinds_of("if (a) b();"));
  CHECK(kinds_of("__syncthreads();") != kinds_of("__syncwarp();"));
  CHECK(kinds_of("const auto* a = \"x // y\";") == kinds_of("auto* b = R\"z(\" /* )\" )z\";"));
  CHECK(kinds_of("a = 'x';") == kinds_of("a = '\\'';"));
}

TEST_CASE("tokens: each knows its line, whatever the text is", "[similar]") {
  const auto tokens = tokens_of("a\n/* 2\n3 */ b // 3\n\n\"c\\\"\" R\"(5\n6)\" d");
  std::vector<std::size_t> lines;
  for (const Token& token : tokens) lines.push_back(token.line);
  CHECK(lines == std::vector<std::size_t>{1, 3, 5, 5, 6});
  for (const std::string broken : {"/*", "\"", "'\\", "R\"", "R\"x(", "#include", "#", "\\", "1e", "1.e+", "\xff\xfe"})
    CHECK(tokens_of(broken).size() < 4);
  CHECK(tokens_of(std::string(200'000, '+')).size() == kMostTokens);
}

// ---- Pairs ----------------------------------------------------------------------------------------------------------

TEST_CASE("similar: independent solutions are not alike, nor are unsolved exercises", "[similar]") {
  std::vector<StudentSource> all = class_alone();
  for (const char* name : {"unsolved1", "unsolved2"}) all.push_back({name, read_file(kKit.exercise())});
  all.push_back({"the course's solution", read_file(kKit.solution())});
  CHECK(names_of(all, pairs_of_class(all, handed_out_sources(kKit))).empty());
}

TEST_CASE("similar: a copy is found, whatever was done to hide it", "[similar]") {
  const std::string student = GENERATE("quads", "shuffles", "four_sums", "unrolled", "chunks");
  const std::string source = source_of(student);
  CAPTURE(student);
  const std::vector<std::string> found{student + " and zed"};
  CHECK(names_with({{"zed", source}}) == found);
  CHECK(names_with({{"zed", renamed(source)}}) == found);
  CHECK(names_with({{"zed", commented(source)}}) == found);
  CHECK(names_with({{"zed", reordered(source)}}) == found);
  CHECK(names_with({{"zed", commented(renamed(reordered(source)))}}) == found);
}

TEST_CASE("similar: copies of the course's solution are found, even if most of the class has one", "[similar]") {
  const std::string solution = read_file(kKit.solution());
  std::vector<StudentSource> all = class_alone();
  const std::size_t honest = all.size();
  for (int i = 0; i < 9; ++i) all.push_back({fmt::format("copy{}", i), rewritten(renamed(solution), "quad", fmt::format("four{}", i))});
  all.push_back({"solution", solution});
  const auto pairs = pairs_of_class(all, handed_out_sources(kKit));
  CHECK(pairs.size() == 9);
  for (const AlikePair& pair : pairs) {
    CHECK(pair.one >= honest);
    CHECK(pair.other == all.size() - 1);
    CHECK(pair.share_of_other > 0.9);
  }
}

TEST_CASE("similar: a copy among other code is found by the share of the one who was copied", "[similar]") {
  std::vector<StudentSource> all = class_alone();
  std::string padding;
  for (int i = 0; i < 200; ++i)
    padding += fmt::format("int f{0}(int a) {{ if (a > {0}) return f(a) * {1} - a; return a{2}; }}\n", i, i * i, std::string(i % 7, '+'));
  all.push_back({"zed", source_of("quads") + padding});
  const auto pairs = pairs_in(all);
  REQUIRE(names_of(all, pairs) == std::vector<std::string>{"quads and zed"});
  CHECK(all[pairs[0].one].student == "quads");
  CHECK(pairs[0].share_of_one > 0.95);
  CHECK(pairs[0].share_of_other < 0.5);
}

TEST_CASE("similar: the lines that are shown are those that are shared", "[similar]") {
  std::vector<StudentSource> all = class_alone();
  all.push_back({"zed", "// one line more\n" + source_of("quads")});
  const auto pairs = pairs_in(all);
  REQUIRE(pairs.size() == 1);
  REQUIRE_FALSE(pairs[0].passages.empty());
  for (const SharedPassage& passage : pairs[0].passages) {
    CHECK(passage.other.first == passage.one.first + 1);
    CHECK(passage.other.last == passage.one.last + 1);
  }
}

TEST_CASE("similar: what most of the class has counts for nobody", "[similar]") {
  std::vector<StudentSource> all = class_alone();
  for (int i = 0; i < 8; ++i) all.push_back({fmt::format("same{}", i), source_of("quads")});
  CHECK(pairs_in(all).empty());
  all.resize(9);  // of nine students three have it
  CHECK(pairs_in(all).size() == 3);
}

TEST_CASE("similar: hostile sources take no longer than others", "[similar]") {
  std::vector<StudentSource> all;
  for (int i = 0; i < 4; ++i) all.push_back({fmt::format("plus{}", i), std::string(256 * 1024, '+')});
  std::string words;
  while (words.size() < 250'000) words += fmt::format("+{}", std::string(1 + words.size() % 13, '-'));
  for (int i = 0; i < 4; ++i) all.push_back({fmt::format("mixed{}", i), words});
  const auto begin = std::chrono::steady_clock::now();
  pairs_in(all);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

// ---- The page -------------------------------------------------------------------------------------------------------

TEST_CASE("similar: the page shows both sides, and is nothing but text", "[similar]") {
  const std::string evil = "<script>alert(1)</script>&\"\x1b[31m";
  std::vector<StudentSource> all = class_alone();
  all.push_back({evil, rewritten(source_of("quads"), "// Blocks", "// <script>alert(2)</script>")});
  all.push_back({"the course's solution", read_file(kKit.solution())});
  const auto pairs = pairs_in(all);
  REQUIRE(pairs.size() == 1);
  const std::string page = to_similar_page("04_dot_product", all, pairs);
  CHECK(is_well_formed(page));
  CHECK(page.find("<script") == page.npos);
  CHECK(page.find("&lt;script&gt;alert(1)") != page.npos);
  CHECK(page.find("http://") == page.npos);
  CHECK(page.find("https://") == page.npos);
  CHECK(page.find("default-src 'none'") != page.npos);
  CHECK(page.find("prefers-color-scheme: dark") != page.npos);
  CHECK(page.find("8 submissions were compared with each other and with the course’s solution") != page.npos);
  const std::string line = "last += __shfl_xor_sync(~0u, last, 16);";
  CHECK(page.find(line) != page.rfind(line));
  const std::string text = to_similar_text(all, pairs);
  CHECK(text.starts_with("1 pair is alike, "));
  CHECK(text.find("100 %") != text.npos);
  CHECK(to_similar_page("04_dot_product", all, {}).find("No two are.") != page.npos);
  CHECK(to_similar_text(all, {}) == "no two submissions are alike, and none is like the solution\n");
}
