/// @file
/// @brief docs/adding_a_lesson.md, followed to the letter in a copy of the course, works.
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_copy.hpp"
#include "grading/sandbox/box.hpp"
#include "page_steps.hpp"
#include "support/output_file.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::grading::why_no_box;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

std::string page() { return read_file(LOCKSTEP_SOURCE_DIR "/docs/adding_a_lesson.md"); }

std::string existing(const CourseCopy& course, const std::string& path) {
  if (!fs::is_regular_file(course.at(path))) throw std::runtime_error("there is no " + path);
  return read_file(course.at(path));
}

void write_new(const CourseCopy& course, const std::string& path, const std::string& text) {
  if (fs::exists(course.at(path))) throw std::runtime_error(path + " is there already");
  fs::create_directories(course.at(path).parent_path());
  lockstep::write_file(course.at(path), text);
}

void follow(const WholeFile& step, const CourseCopy& course) { write_new(course, step.path, step.text); }

void follow(const InsertedLines& step, const CourseCopy& course) {
  lockstep::write_file(course.at(step.path), with_lines_below(existing(course, step.path), step.below, step.text));
}

void follow(const Command& step, const CourseCopy& course) {
  if (step.line.starts_with("git ") && !course.has_git()) return;
  const Outcome outcome = course.run(step.line);
  CAPTURE(step.line, step.output, outcome.out, outcome.err);
  REQUIRE(outcome.end == Outcome::End::exited);
  REQUIRE(outcome.code == step.status);
  REQUIRE(first_unmet(step.output, outcome.out) == "");
}

/// The lesson's walkthrough as a page of the site, where that is built: its title is found, and its outputs are those of runs.
void require_page_of_site(const WholeFile& step, const CourseCopy& course) {
  const std::string site = LOCKSTEP_BINARY_DIR "/lockstep-site";
  if (!step.path.ends_with("/README.md") || !fs::exists(site)) return;
  const Outcome outcome = course.run(site +
                                     " --root " LOCKSTEP_SOURCE_DIR " --build " LOCKSTEP_BINARY_DIR " --records " LOCKSTEP_SOURCE_DIR
                                     "/docs/results/nvidia_h100_80gb_hbm3.json --out \"$TMPDIR/pages\" --only " +
                                     step.path);
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.succeeded());
}

std::string refusal(const std::string& text) {
  try {
    steps_of(text);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a page's steps") {
  const auto steps = steps_of(
      "# Page\n\nA `a/b.hpp`:\n\n<!-- file: a/b.hpp -->\n````cpp\nint x;\n```\n````\ntext\n<!-- run: status 1 -->\n```\n$ ls "
      "a\nb.hpp\n```\n"
      "\n`e`:\n<!-- insert: e, below: | 1 -->\n```\n| 2\n```\n");
  REQUIRE(steps.size() == 3);
  REQUIRE(std::get<WholeFile>(steps[0].what).path == "a/b.hpp");
  REQUIRE(std::get<WholeFile>(steps[0].what).text == "int x;\n```\n");
  REQUIRE(std::get<Command>(steps[1].what).line == "ls a");
  REQUIRE(std::get<Command>(steps[1].what).status == 1);
  REQUIRE(std::get<Command>(steps[1].what).output == "b.hpp\n");
  REQUIRE(std::get<InsertedLines>(steps[2].what).below == "| 1");
  REQUIRE(std::get<InsertedLines>(steps[2].what).text == "| 2\n");
  REQUIRE(steps[2].page_line == 18);
}

TEST_CASE("what cannot be followed is refused") {
  REQUIRE(refusal("```\nx\n```\n") == "line 1 of the page: no marker stands before this block");
  REQUIRE(refusal("<!-- file: a -->\n```\nx\n") == "line 2 of the page: this block has no end");
  REQUIRE(refusal("<!-- file a -->\n```\nx\n```\n") == "line 2 of the page: there is no marker 'file a'");
  REQUIRE(refusal("<!-- run -->\n```\nx\n```\n") == "line 2 of the page: a block of 'run' begins with '$ ' and the command");
  REQUIRE(refusal("`b`:\n\n<!-- file: a -->\n```\nx\n```\n") == "line 4 of the page: the text above does not name `a`");
  REQUIRE(refusal("<!-- run -->\n\n    $ ls\n") == "the page has 1 markers, but 0 blocks below them");
}

TEST_CASE("lines are inserted below another") {
  REQUIRE(with_lines_below("| 1 |\n| 2 |\n", "| 2", "| 3 |\n") == "| 1 |\n| 2 |\n| 3 |\n");
  REQUIRE_THROWS(with_lines_below("| 1 |\n| 2 |\n", "| ", "| 3 |\n"));
  REQUIRE_THROWS(with_lines_below("| 1 |\n| 2 |\n", "2", "| 3 |\n"));
}

TEST_CASE("what a command prints is what the page says") {
  REQUIRE(first_unmet("a\nb\n", "a\nb\n") == "");
  REQUIRE(first_unmet("a\nb\n", "a\nc\n") == "b");
  REQUIRE(first_unmet("a\nb\n", "a\n") == "b");
  REQUIRE(first_unmet("a\n", "a\nb\n") == "(the end, before: b)");
  REQUIRE(first_unmet("…\nb\n", "x\ny\nb\n") == "");
  REQUIRE(first_unmet("…\nb\n…\n", "b\ny\n") == "");
  REQUIRE(first_unmet("a\n", "a\n\n") == "");
  REQUIRE(first_unmet("a … c\n", "a 1.2 c\n") == "");
  REQUIRE(first_unmet("a … c …\n", "a 1.2 d\n") == "a … c …");
  REQUIRE(first_unmet("", "x\n") == "(the end, before: x)");
}

TEST_CASE("adding a lesson as docs/adding_a_lesson.md says works") {
  const std::vector<Step> steps = steps_of(page());
  REQUIRE(steps.size() > 10);
  if (const auto why = why_no_box()) {
    std::cout << "skipped here: there is no box, and docs/adding_a_lesson.md was not followed: " << *why << std::endl;
    return;
  }
  const CourseCopy course(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  for (const Step& step : steps) {
    INFO("docs/adding_a_lesson.md, line " << step.page_line);
    std::visit([&](const auto& what) { follow(what, course); }, step.what);
  }
  for (const Step& step : steps)
    if (const auto* file = std::get_if<WholeFile>(&step.what)) require_page_of_site(*file, course);
}
