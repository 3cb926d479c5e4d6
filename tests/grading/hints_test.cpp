/// @file
/// @brief hints.md as it is read, and what `./lockstep check` says with it.
#include "grading/verdict/hints.hpp"

#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "grading/verdict/verdict_text.hpp"
#include "harness/timing/backend.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/text.hpp"

using lockstep::read_file;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

using Hints = std::map<std::string, std::vector<std::string>>;

const std::string kHints =
    "# Hints\n\nNot a hint.\n- Nor this.\n\n## part1 round sizes\n- First.\n- Second, which\n  goes on\r\n\tand on.\n\n## part2\n\n- `x`: "
    "– ü.\n## part3\n";

// A course with nothing but the hints of lesson 04.
class Course {
 public:
  explicit Course(const std::string& text = kHints) {
    fs::create_directories(kit().hints().parent_path());
    std::ofstream(kit().hints(), std::ios::binary) << text;
  }
  Kit kit() const { return {.lesson = "04_dot_product", .source_dir = folder_.path(), .build_dir = {}}; }

 private:
  TemporaryFolder folder_;
};

std::vector<PartGrade> parts_passed(bool first, bool second) {
  return {{"part1", "right at round sizes", 3, first, false, {"With --size 256: norm[0] is 3;", "", "    4 | a source line", "and more"}},
          {"part2", "right at every size", 2.5, second, false, {"in line 12"}},
          {"part3", "as fast as the library", 1, true, true, {}}};
}

}  // namespace

TEST_CASE("hints: a list under each part's heading", "[hints]") {
  const Course course;
  CHECK(read_hints(course.kit().hints()) == Hints{{"part1", {"First.", "Second, which goes on and on."}}, {"part2", {"`x`: – ü."}}});
  CHECK(read_hints("/nowhere").empty());
}

TEST_CASE("hints: every exercise has some for each part that its tests have", "[hints]") {
  int exercises = 0;
  for (const auto& entry : fs::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/exercises")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string lesson = entry.path().stem().string();
    CAPTURE(lesson);
    const Hints hints = read_hints(LOCKSTEP_SOURCE_DIR "/lessons/" + lesson + "/hints.md");
    const std::string tests = read_file(entry.path().string());
    for (auto at = tests.find("[part"); at != tests.npos; at = tests.find("[part", at + 1)) {
      const std::string part = tests.substr(at + 1, tests.find(']', at) - at - 1);
      CAPTURE(part);
      CHECK(hints.contains(part));
    }
    ++exercises;
  }
  CHECK(exercises > 0);
}

TEST_CASE("verdict: the points of each part, the first that fails, and its first hint", "[verdict]") {
  const Course course;
  CHECK(verdict_text(course.kit(), parts_passed(false, true), false) == R"(Exercise 04_dot_product: 3.5 of 5.5 points

  - part1  right at round sizes                                  0 of 3
  + part2  right at every size                                 2.5 of 2.5
  + part3  as fast as the library                                1 of 1, extra

part1, right at round sizes:

  With --size 256: norm[0] is 3;

      4 | a source line
  and more

  Hint 1: First.

  (1 more: ./lockstep check 04 --hint)
)");
  const std::string all = verdict_text(course.kit(), parts_passed(false, true), true);
  CHECK(all.ends_with("\n\n  Hint 1: First.\n\n  Hint 2: Second, which goes on and on.\n"));
  const std::string second = verdict_text(course.kit(), parts_passed(true, false), false);
  CHECK(second.find("\n\npart2, right at every size:\n\n  in line 12\n\n  Hint 1: `x`: – ü.\n") != second.npos);
  CHECK(second.find("more: ") == second.npos);
  const std::string passed = verdict_text(course.kit(), parts_passed(true, true), false);
  CHECK(passed.starts_with("Exercise 04_dot_product: 6.5 of 5.5 points\n"));
  CHECK(passed.find("\nEvery part passes. Our solution: ./lockstep check 04 --solution\n") != passed.npos);
  CHECK(passed.find("Hint") == passed.npos);
  CHECK(passed.find("speed") == passed.npos);
  std::ofstream(course.kit().exercise().parent_path() / "exercise_peer.cu") << "";
  CHECK((verdict_text(course.kit(), parts_passed(true, true), false).find("Its speed on a GPU: ") != passed.npos) ==
        lockstep::kOnSimulator);
}

TEST_CASE("verdict: a report of the simulator, which is 80 columns wide, stays as it is", "[verdict]") {
  const Course course;
  const std::string words = "one writes what the other read, and nothing orders the two: the other read all";
  std::vector<PartGrade> graded = parts_passed(false, false);
  graded[0].diagnostics = {"What the check saw:", "lockstep: error: race in kernel add", "  " + words, "  ones"};
  const std::string text = verdict_text(course.kit(), graded, false);
  CHECK(text.find("\n  What the check saw:\nlockstep: error: race in kernel add\n  " + words + "\n  ones\n\n  Hint 1") != text.npos);
}

TEST_CASE("verdict: fits 80 columns, and nothing of it is lost", "[verdict]") {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "wörd" + std::to_string(i) + " ";
  const Course course("## part1\n- " + words + "\n");
  std::vector<PartGrade> graded = parts_passed(false, false);
  graded[0].diagnostics = {words, "    " + words, "", "  x"};
  graded[0].title = "a title that is as long as the longest title of an exercise may be";
  const std::string text = verdict_text(course.kit(), graded, true);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(lockstep::display_width(line) <= lockstep::kScreenWidth);
  }
  for (int i = 0; i < 100; ++i) {
    std::size_t count = 0;
    const std::string word = "wörd" + std::to_string(i);
    std::istringstream all(text);
    for (std::string one; all >> one;) count += one == word ? 1 : 0;
    CHECK(count == 3);
  }
}
