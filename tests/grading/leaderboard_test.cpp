/// @file
/// @brief The leaderboard of a class: who is ranked, by what, and where it is written.
#include "grading/reports/leaderboard.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "graded_class.hpp"
#include "grading/reports/grades_csv.hpp"
#include "grading/reports/gradescope.hpp"
#include "support/text/text.hpp"

using lockstep::read_file;
using namespace lockstep::testing;
using nlohmann::json;

namespace {

// A submission that passes, with a cost that many times the solution's.
Grade ranked(const std::string& student, double cost) {
  Grade grade{.student = student, .lesson = "04_dot_product", .message = {}, .parts = {}};
  grade.parts.push_back({.name = "part1", .title = "right", .of = 3, .passed = true, .diagnostics = {}});
  grade.solution = CountedRun{.size = "1024", .work = {.sectors = 1000}};
  grade.counted = CountedRun{.size = "1024", .work = {.sectors = 1000 * cost}};
  return grade;
}

Grade failed(const std::string& student) {
  Grade grade = ranked(student, 0.5);
  grade.parts.front().passed = false;
  return grade;
}

std::string replaced(std::string text, const std::string& old, const std::string& now) {
  const auto at = text.find(old);
  REQUIRE(at != text.npos);
  return text.replace(at, old.size(), now);
}

// The solution, with its last kernel launched twice.
std::string launched_twice() {
  const std::string launch = "  take_root<<<1, 1, 0, launch.stream>>>(partial, grid, p.norm);\n";
  return replaced(GradedClass::solution(), launch, launch + launch);
}

// The solution, which adds in floats: it does not pass the last parts.
std::string in_floats() { return replaced(GradedClass::solution(), "double sum = 0;", "float sum = 0;"); }

std::string csv_of(const GradedClass& graded, const std::string& file, const std::string& results = "out") {
  return read_file((graded.path(results) / file).string());
}

json results_of(const GradedClass& graded, const std::string& student) {
  return json::parse(read_file((graded.path("out") / student / "results.json").string()));
}

}  // namespace

TEST_CASE("leaderboard: equal costs share a place, and what does not pass has none", "[leaderboard]") {
  const std::vector<Grade> grades{ranked("a", 2), ranked("b", 1), failed("c"), ranked("d", 1), ranked("e", 0.5), ranked("f", 2)};
  const std::vector<std::optional<std::size_t>> expected{4, 2, std::nullopt, 2, 1, 4};
  CHECK(places_of(grades) == expected);
  CHECK(places_of({}).empty());
  CHECK(cost_text(grades[0]) == "2.000");
  CHECK(cost_text(grades[2]).empty());
}

TEST_CASE("leaderboard: only what has been counted and compared is ranked", "[leaderboard]") {
  Grade grade = ranked("a", 1);
  CHECK(grade.is_ranked());
  grade.parts.push_back(
      {.name = "part2", .title = "as fast as the library", .of = 1, .passed = false, .optional = true, .diagnostics = {}});
  CHECK(grade.is_ranked());
  grade.counted.reset();
  CHECK_FALSE(grade.is_ranked());
  grade = ranked("a", 1);
  grade.solution.reset();
  CHECK_FALSE(grade.is_ranked());
}

TEST_CASE("leaderboard: the table has the counters, and the solution's row has no rank", "[leaderboard]") {
  const std::string csv = leaderboard_csv({ranked("a", 2), failed("b"), ranked("=c,d", 0.5)});
  CHECK(csv ==
        "rank,student,cost,clocks,sectors,accesses,wavefronts,atomics,barriers,launches,idle\r\n"
        ",(our solution),1.000,2000,1000,0,0,0,0,0,0\r\n"
        "1,\"'=c,d\",0.500,1000,500,0,0,0,0,0,0\r\n"
        "2,a,2.000,4000,2000,0,0,0,0,0,0\r\n");
  CHECK(leaderboard_csv({failed("b")}) == "rank,student,cost,clocks,sectors,accesses,wavefronts,atomics,barriers,launches,idle\r\n");
}

TEST_CASE("leaderboard: the terminal's list fits, whatever a student's name is", "[leaderboard]") {
  const std::string text = leaderboard_text({ranked("a", 2), failed("b"), ranked(std::string(200, 'x'), 12345.5)});
  CHECK(text.starts_with("Leaderboard, by cost (our solution: 1.000):\n    1    2.000  a\n    2 12345.500  xxx"));
  CHECK(text.find(" b\n") == text.npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(lockstep::display_width(line) <= lockstep::kScreenWidth);
  CHECK(leaderboard_text({failed("b")}) == "Leaderboard: no submission passes every part\n");
}

TEST_CASE("leaderboard: the table of grades has rank and cost where the class is ranked", "[leaderboard]") {
  CHECK(to_csv({ranked("a", 2), failed("b"), ranked("c", 1)}) ==
        "student,points,of,part1,rank,cost,status,message\r\n"
        "a,3,3,3,2,2.000,graded,\r\n"
        "b,0,3,0,,,graded,\r\n"
        "c,3,3,3,1,1.000,graded,\r\n");
  Grade plain = ranked("a", 2);
  plain.solution.reset();
  CHECK(to_csv({plain}) == "student,points,of,part1,status,message\r\na,3,3,3,graded,\r\n");
}

TEST_CASE("leaderboard: Gradescope sorts by its first column", "[leaderboard]") {
  const json results = json::parse(to_gradescope(ranked("a", 2)));
  REQUIRE(results.at("leaderboard").is_array());
  CHECK(results["leaderboard"].size() == 8);
  CHECK(results["leaderboard"][0] == json{{"name", "cost (our solution: 1)"}, {"value", 2.0}, {"order", "asc"}});
  CHECK(results["leaderboard"][1] == json{{"name", "sectors"}, {"value", 2000.0}, {"order", "asc"}});
  CHECK_FALSE(json::parse(to_gradescope(failed("b"))).contains("leaderboard"));
}

TEST_CASE("leaderboard: a grade's counters survive its file", "[leaderboard]") {
  const Grade grade = ranked("a", 2);
  CHECK(from_json(to_json(grade)) == grade);
  Grade plain = grade;
  plain.solution.reset();
  plain.counted.reset();
  CHECK(from_json(to_json(plain)) == plain);
  json broken = json::parse(to_json(grade));
  broken["counted"].erase("sectors");
  CHECK_FALSE(from_json(broken.dump()).has_value());
}

TEST_CASE("leaderboard: a class is ranked when it is asked for, and without running anything again", "[leaderboard]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  graded.file("ada/exercise.cu", launched_twice());
  graded.file("ben/exercise.cu", GradedClass::solution());
  graded.file("cyd/exercise.cu", "// the same\n" + GradedClass::solution());
  graded.file("dan/exercise.cu", in_floats());
  const auto plain = graded.grade("--seed 7");
  REQUIRE(plain.succeeded());
  CHECK(plain.out.find("Leaderboard") == std::string::npos);
  CHECK_FALSE(std::filesystem::exists(graded.path("out") / "leaderboard.csv"));
  CHECK(csv_of(graded, "grades.csv").starts_with("student,points,of,part1,part2,part3,part4,part5,part6,status,message\r\n"));
  CHECK_FALSE(results_of(graded, "ben").contains("leaderboard"));

  const auto with_ranks = graded.grade("--seed 7 --rank");
  CAPTURE(with_ranks.out, with_ranks.err);
  REQUIRE(with_ranks.succeeded());
  CHECK(with_ranks.out.find("4 graded, 4 of them kept and written anew; grades.csv, junit.xml, leaderboard.csv and a report") !=
        std::string::npos);
  CHECK(with_ranks.out.find("    1    1.000  ben\n    1    1.000  cyd\n    3    1.") != std::string::npos);
  const std::string board = csv_of(graded, "leaderboard.csv");
  CAPTURE(board);
  CHECK(std::ranges::count(board, '\n') == 5);
  CHECK(board.find("\r\n1,ben,1.000,") != board.npos);
  CHECK(board.find("\r\n1,cyd,1.000,") != board.npos);
  CHECK(board.find("\r\n3,ada,1.") != board.npos);
  CHECK(board.find("dan") == board.npos);
  CHECK(csv_of(graded, "grades.csv").find("\r\ndan,") != std::string::npos);
  CHECK(csv_of(graded, "grades.csv").find(",1,1.000,graded,\r\n") != std::string::npos);
  CHECK(results_of(graded, "ben").at("leaderboard")[0].at("value") == 1);
  CHECK_FALSE(results_of(graded, "dan").contains("leaderboard"));
  CHECK(graded.grade_of("ada").counted->work.launches == 3);

  REQUIRE(graded.grade("--seed 7 --rank", "again").succeeded());
  CHECK(csv_of(graded, "leaderboard.csv", "again") == board);
}
