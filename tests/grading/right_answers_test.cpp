/// @file
/// @brief Right answers in many styles: the grader gives each all points, whatever it looks like. A condition that a test adds, or a check
/// that the build adds, must not hit a student who has done the work.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "catch.hpp"
#include "graded_class.hpp"
#include "support/read_file.hpp"

using lockstep::read_file;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

/// The folders of right answers whose lesson's number this is: one, if any.
std::vector<fs::path> right_answers(int number) {
  std::vector<fs::path> found;
  for (const auto& lesson : fs::directory_iterator(LOCKSTEP_SOURCE_DIR "/solutions"))
    if (fs::exists(lesson.path() / "right") && lesson.path().filename().string().starts_with(fmt::format("{:02}_", number)))
      found.push_back(lesson.path() / "right");
  return found;
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("right answers: every style earns all points in lesson", "[right]", ((int Lesson), Lesson), 0, 1, 2, 3, 4, 5, 6, 7,
                       8, 9, 10, 11) {
  if (there_is_no_box()) return;
  const fs::path right = right_answers(Lesson).at(0);
  GradedClass graded(right.parent_path().filename());
  for (const auto& style : fs::directory_iterator(right)) graded.file(style.path().filename(), read_file(style.path()));
  REQUIRE(graded.grade("--seed 11").succeeded());
  for (const auto& style : fs::directory_iterator(right)) {
    const Grade grade = graded.grade_of(style.path().stem());
    CAPTURE(grade.student, first_line(grade));
    CHECK(read_file(style.path()).starts_with("// "));  // its style
    CHECK(grade.points() == grade.of());
    CHECK(grade.message.empty());
  }
}

TEST_CASE("right answers: those of every lesson that has some are graded", "[right]") {
  for (int number = 12; number < 100; ++number) {  // the first that the list above does not name
    CAPTURE(number);
    CHECK(right_answers(number).empty());
  }
}
