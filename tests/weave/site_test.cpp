/// @file
/// @brief All pages of a small course: a lesson's notes have a page of their own, between its versions and its exercise.
#include "site/site.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench/record.hpp"
#include "catch.hpp"
#include "message_of.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using namespace lockstep::site;
using lockstep::testing::has;
using lockstep::testing::message_of;
namespace fs = std::filesystem;

namespace {

/// A course of two lessons without kernels; the first has notes.
class SmallCourse {
 public:
  SmallCourse() {
    for (const char* page : {"docs/index.md", "docs/lessons.md", "docs/glossary.md", "docs/commands.md", "docs/speed.md", "docs/player.md",
                             "docs/trace.md", "docs/instructors.md", "docs/adding_a_lesson.md", "docs/at_the_limit.md",
                             "docs/results/README.md", "common/sim/README.md", "tests/hazards/README.md"})
      write(page, "# Title\n");
    write("docs/concepts/README.md", "# Concepts\n");
    write("docs/site/synonyms.txt", "");
    write("docs/results/gpu.json", lockstep::bench::record_text({.device = "GPU"}));
    lesson("04_dot_product", "# 04 · Dot product\n\nOne.\n\nMore is in the [notes](notes.md#other-sizes).\n");
    lesson("05_sum", "# 05 · Sum\n\nBuilds on: 04\n\nTwo.\n");
    write("lessons/04_dot_product/notes.md",
          "# 04 · Notes from the bench\n\nBack to the [lesson](README.md).\n\n## Other sizes\n\nQuokkas are 2<!--= 2 --> of them.\n");
    fs::create_directories(folder_.path() / "solutions");
  }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((folder_.path() / path).parent_path());
    std::ofstream(folder_.path() / path) << text;
  }
  std::vector<std::string> make(const std::string& only = {}) const {
    return make_site({.root = folder_.path(),
                      .build = folder_.path() / "build",
                      .records = folder_.path() / "docs/results/gpu.json",
                      .out = folder_.path() / "out",
                      .only = only});
  }
  std::string made(const std::string& file) const { return lockstep::read_file(folder_ / ("out/" + file)); }

 private:
  void lesson(const std::string& name, const std::string& readme) const {
    write("lessons/" + name + "/README.md", readme);
    write("lessons/" + name + "/problem.hpp", "");
    write("lessons/" + name + "/v0_cpu.cpp", "/// @file\n/// @brief One thread.\n");
    write("lessons/" + name + "/exercise.hpp", "/// @file\n/// @brief The exercise's problem: a sum\n");
    write("lessons/" + name + "/exercise.cu", "\n");
    write("lessons/" + name + "/hints.md", "# Hints\n");
    write("tests/exercises/" + name + ".cpp", "TEST_CASE(\"it adds\", \"[part1][points:3]\")\n");
  }

  lockstep::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("site: notes have a page, linked from the lesson, its pager and the search") {
  const SmallCourse course;
  CHECK(course.make().empty());
  const std::string notes = course.made("lesson_04_notes.md"), lesson = course.made("lesson_04.md");
  CHECK(has(notes, "# 04 · Notes from the bench {#lesson_04_notes}"));
  CHECK(has(notes, "Back to the [lesson](@ref lesson_04)."));
  CHECK(has(notes, "are 2 of them"));
  CHECK(has(lesson, "[notes](@ref lesson_04_notes-other-sizes)"));
  CHECK(has(lesson, "- \\subpage lesson_04_notes\n- \\subpage exercise_04\n"));
  CHECK(has(course.made("parts/pager_lesson_04_notes.html"), "href=\"exercise_04.html\">exercise →"));
  CHECK(has(course.made("parts/pager_exercise_04.html"), "href=\"lesson_04_notes.html\">← 04 · Notes from the bench"));
  CHECK(has(course.made("search_index.json"), "quokkas"));
  CHECK(!has(course.made("lesson_05.md"), "notes"));
}

TEST_CASE("site: an exercise says what comes next") {
  const SmallCourse course;
  course.make();
  CHECK(has(course.made("exercise_04.md"),
            "## What next {#exercise_04-next}\n\nThe next lesson is [05 · Sum](@ref lesson_05). It builds on "
            "[04](@ref lesson_04). The [map of the lessons](@ref lessons) shows the others."));
  CHECK(has(course.made("exercise_05.md"), "This was the last lesson. The [map of the lessons](@ref lessons)"));
}

TEST_CASE("site: notes alone can be made, and their numbers are checked") {
  const SmallCourse course;
  course.write("lessons/04_dot_product/notes.md", "# 04 · Notes\n\n3<!--= 2 -->\n");
  CHECK(course.make("lessons/04_dot_product/notes.md") ==
        std::vector<std::string>{"lessons/04_dot_product/notes.md:3: 3 is written, but 2 gives 2"});
  course.write("lessons/04_dot_product/notes.md", "no title\n");
  CHECK(has(message_of([&] { course.make(); }), "notes.md must begin with '# Title'"));
}
