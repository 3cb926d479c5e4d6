/// @file
/// @brief Points by a file: read, applied, or refused in one line.
#include "grading/intake/rubric.hpp"

#include <fstream>
#include <stdexcept>

#include "catch.hpp"
#include "support/temporary_folder.hpp"

using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

std::vector<PartGrade> parts() {
  return {{"part1", "right", 3, true, false, {}}, {"part2", "ragged", 2, false, false, {}}, {"part3", "fast", 1, true, true, {}}};
}

Rubric rubric_of(const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder / "rubric.json") << text;
  return read_rubric(folder / "rubric.json", parts());
}

// What is wrong, without the file's name before it and what would be right after it.
template <class F>
std::string complaint_of_reading(F read) {
  const std::string right = "; write {\"part1\": 4, \"part2\": 2.5}";
  try {
    read();
  } catch (const std::invalid_argument& error) {
    const std::string said = error.what();
    CAPTURE(said);
    REQUIRE(said.starts_with("the rubric /"));
    REQUIRE(said.ends_with(right));
    REQUIRE(said.find('\n') == said.npos);
    const auto begin = said.find(": ") + 2;
    return said.substr(begin, said.size() - right.size() - begin);
  }
  return "";
}

std::string complaint_about(const std::string& path) {
  return complaint_of_reading([&] { read_rubric(path, parts()); });
}

std::string complaint_about_text(const std::string& text) {
  return complaint_of_reading([&] { rubric_of(text); });
}

}  // namespace

TEST_CASE("rubric: names some parts, and leaves the others", "[rubric]") {
  CHECK(rubric_of("{\"part1\": 4, \"part2\": 2.5}") == Rubric{{"part1", 4}, {"part2", 2.5}});
  CHECK(rubric_of("{}").empty());
  CHECK(rubric_of("{\"part2\": 0}") == Rubric{{"part2", 0}});

  std::vector<PartGrade> graded = parts();
  apply_rubric({{"part1", 4}, {"part3", 0.5}}, graded);
  CHECK(graded[0].of == 4);
  CHECK(graded[0].points() == 4);
  CHECK(graded[1].of == 2);
  CHECK(graded[1].points() == 0);
  apply_rubric({{"part2", 7}}, graded);
  CHECK(graded[1].of == 7);
  CHECK(graded[1].points() == 0);
  CHECK(graded[2].of == 0.5);
  CHECK(graded[2].due() == 0);
}

TEST_CASE("rubric: what is none is refused in one line", "[rubric]") {
  const std::string part1 = "the points of part1 must be a number, 0 or more";
  CHECK(complaint_about_text("") == "it is not a JSON object");
  CHECK(complaint_about_text("[1, 2]") == "it is not a JSON object");
  CHECK(complaint_about_text("3") == "it is not a JSON object");
  CHECK(complaint_about_text("{\"part1\": 4") == "it is not a JSON object");
  CHECK(complaint_about_text("\xff\xfe{\"part1\": 4}") == "it is not a JSON object");
  CHECK(complaint_about_text("{\"part4\": 4}") == "there is no part 'part4'; there are part1, part2, part3");
  CHECK(complaint_about_text("{\"Part1\": 4}") == "there is no part 'Part1'; there are part1, part2, part3");
  CHECK(complaint_about_text("{\"part1\": 4, \"part2\": 1, \"part1\": 2}") == "part1 is given twice");
  CHECK(complaint_about_text("{\"a\\nb\": 4}") == "there is no part 'a b'; there are part1, part2, part3");
  for (const char* points : {"-1", "\"4\"", "null", "true", "[4]", "{}"})
    CHECK(complaint_about_text(std::string("{\"part1\": ") + points + "}") == part1);
  CHECK(complaint_about_text("{\"part1\": 1e999}") == "it is not a JSON object");
}

TEST_CASE("rubric: a file that cannot be read is told", "[rubric]") {
  const TemporaryFolder folder;
  CHECK(complaint_about(folder / "none") == "No such file or directory");
  CHECK(complaint_about(folder.path().string()) == "it is a directory");
  CHECK(complaint_about("/dev/zero") == "it is larger than 1 MiB");
}
