/// @file
/// @brief Players of versions: how a README says what they begin with, and links to their steps; and what is wrong is said in one line.
#include "site/pages/stepping.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "message_of.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using namespace lockstep::site;
using lockstep::testing::has;
using lockstep::testing::message_of;
namespace fs = std::filesystem;

namespace {

const std::string kTree = LOCKSTEP_SOURCE_DIR "/tests/player/traces/tree.json";  // of 109 steps

/// A course of one lesson, whose program does what a line of shell says.
class PlayedCourse {
 public:
  explicit PlayedCourse(const std::string& markdown = {}) {
    write("lessons/04_dot_product/README.md", "# 04 · Dot product\n\nOne.\n\n" + markdown);
    write("lessons/04_dot_product/problem.hpp", "");
    write("lessons/04_dot_product/v0_cpu.cpp", "/// @file\n/// @brief One thread.\n");
    write("lessons/04_dot_product/v1_naive.cu", "/// @file\n/// @brief Many threads.\n");
    for (const char* name : {"docs", "common", "solutions", "tests"}) fs::create_directories(folder_.path() / name);
    // The site's own script, which finds the lesson's program.
    fs::create_directories(folder_.path() / "common" / "site");
    fs::copy_file(LOCKSTEP_SOURCE_DIR "/common/site/page_lockstep.sh", folder_.path() / "common" / "site" / "page_lockstep.sh");
  }

  Lesson lesson() const { return read_lessons(folder_.path()).at(0); }
  Scene scene() const { return lesson().versions.at(1).scene; }
  Stepping stepping(const std::string& program) const {
    write("build/lessons/04_dot_product", "#!/bin/sh\n" + program + "\n");
    fs::permissions(folder_.path() / "build/lessons/04_dot_product", fs::perms::owner_all);
    const Scratch scratch(folder_.path(), folder_.path() / "build");
    const Lesson read = lesson();
    return lockstep::site::stepping(read, read.versions.at(1), "lesson_04_v1", scratch);
  }

 private:
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((folder_.path() / path).parent_path());
    std::ofstream(folder_.path() / path) << text;
  }

  lockstep::TemporaryFolder folder_;
};

const std::string kWritesTree = "for trace; do :; done; cp " + kTree + " \"$trace\"";  // the last argument names the file

}  // namespace

TEST_CASE("stepping: a player begins as its comment says, and at the first step where it has none") {
  const Scene scene = PlayedCourse("<!-- player: v1 | --size 8 --block 8 | at 9 | Lanes 4–7\nare idle. -->\n").scene();
  CHECK(scene.options == "--size 8 --block 8");
  CHECK(scene.step == 9);
  CHECK(scene.words == "Lanes 4–7 are idle.");
  CHECK(PlayedCourse("```\n<!-- player: v1 | --size 8 | at 9 | In a block of code. -->\n```\n").scene().step == 1);
  CHECK(PlayedCourse().scene().options == "--size 64 --trace-events 1000");
}

TEST_CASE("stepping: what is wrong with the comment is said with its line") {
  for (const char* wrong : {"v1", "v1 | --size 8 | at 9", "v1 | --size 8 | at 0 | words", "v1 | --size 8 | 9 | words"})
    CHECK(message_of([&] { PlayedCourse(std::string("<!-- player: ") + wrong + " -->\n").lesson(); }) ==
          "lessons/04_dot_product/README.md:5: a player is '<!-- player: VERSION | OPTIONS | at STEP | what it shows -->'");
  for (const std::string version : {"v0", "v2"})
    CHECK(message_of([&] { PlayedCourse("<!-- player: " + version + " | --size 8 | at 9 | words -->\n").lesson(); }) ==
          "lessons/04_dot_product/README.md:5: there is no kernel '" + version + "' to play");
}

TEST_CASE("stepping: a figure with its words, a script with the trace, and the command that shows the same") {
  const Stepping made = PlayedCourse("<!-- player: v1 | --size 8 | at 109 | Less & less. -->\n").stepping(kWritesTree);
  CHECK(made.count == 109);
  CHECK(has(made.html, R"(data-trace="lesson_04_v1" data-step="109" data-steps="109">)"));
  CHECK(has(made.html, "<figcaption>Less &amp; less.</figcaption>"));
  CHECK(made.script.starts_with("lockstep_trace('lesson_04_v1', {"));
  CHECK(made.command == "./lockstep step 04 --kernel v1_naive --size 8 --at 109");
}

TEST_CASE("stepping: a run that fails, a missing trace and a step beyond its end fail the site") {
  const PlayedCourse course("<!-- player: v1 | --size 8 | at 110 | words -->\n");
  CHECK(message_of([&] { course.stepping(kWritesTree); }) ==
        "lessons/04_dot_product/README.md: the player of v1 begins at step 110, but its trace has 109");
  CHECK(has(message_of([&] { course.stepping("exit 0"); }), "did not write trace.json"));
  CHECK(has(message_of([&] { course.stepping(kWritesTree + "; exit 1"); }), "exited with status 2"));
}

TEST_CASE("stepping: links to steps lead to the version's page, and those beyond its player are faults") {
  const lockstep::TemporaryFolder folder;
  PageMap pages(folder.path());
  pages.add("lessons/04_a/v1_naive.cu", {"lesson_04_v1", "v1_naive"});
  pages.add("lessons/04_a/README.md", {"lesson_04", "A"});
  CHECK(pages.relinked("[idle *here*](v1_naive.cu#step=7)", "lessons/04_a/README.md") ==
        "<a href=\"lesson_04_v1.html#step=7\">idle *here*</a>");
  CHECK(faults_of_steps(pages.step_links(), {{"lessons/04_a/v1_naive.cu", 7}}).empty());
  CHECK(faults_of_steps(pages.step_links(), {{"lessons/04_a/v1_naive.cu", 6}}) ==
        std::vector<std::string>{"lessons/04_a/README.md links to step 7 of lessons/04_a/v1_naive.cu, whose player has 6"});
  CHECK(faults_of_steps(pages.step_links(), {}) ==
        std::vector<std::string>{"lessons/04_a/README.md links to step 7 of lessons/04_a/v1_naive.cu, which has no player"});
  CHECK(has(message_of([&] { pages.relinked("[x](v2_gone.cu#step=7)", "lessons/04_a/README.md"); }), "no page shows"));
}
