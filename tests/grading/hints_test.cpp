/// @file
/// @brief hints.md as it is read, and what `./lockstep check` says with it.
#include "grading/verdict/hints.hpp"

#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "grading/verdict/condemned.hpp"
#include "grading/verdict/next_step.hpp"
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

const std::string kHints =
    "# Hints\n\nNot a hint.\n- Nor this.\n\n## part1 round sizes\n- First.\n- Second, which\n  goes on\r\n\tand on.\n\n## part2\n\n- `x`: "
    "– ü.\n## part2 hazard\n- A barrier.\n## part3\n";

const std::string kCommonHints = "## crash\n- See `./lockstep debug NN`.\n\n## hazard\n- Two lines.\n";

// A course with nothing but the hints of lesson 04.
class Course {
 public:
  explicit Course(const std::string& text = kHints) {
    fs::create_directories(kit().hints().parent_path());
    std::ofstream(kit().hints(), std::ios::binary) << text;
    std::ofstream(kit().common_hints()) << kCommonHints;
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
  using enum FailureKind;
  CHECK(read_hints(course.kit().hints()) == Hints{{"part1", {{answer, "First."}, {answer, "Second, which goes on and on."}}},
                                                  {"part2", {{answer, "`x`: – ü."}, {hazard, "A barrier."}}}});
  CHECK(read_hints("/nowhere").empty());
}

TEST_CASE("hints: those that fit the failure come first, the part's own before those of every exercise", "[hints]") {
  const Course course;
  using enum FailureKind;
  const auto hints = [&](FailureKind kind) { return hints_for(course.kit(), "part2", kind); };
  CHECK(hints(answer) == std::vector<std::string>{"`x`: – ü.", "A barrier."});
  CHECK(hints(hazard) == std::vector<std::string>{"A barrier.", "Two lines.", "`x`: – ü."});
  CHECK(hints(crash) == std::vector<std::string>{"See `./lockstep debug 04`.", "`x`: – ü.", "A barrier."});
  CHECK(hints_for(course.kit(), "part9", crash) == std::vector<std::string>{"See `./lockstep debug 04`."});
  CHECK(hints_for(course.kit(), "part9", loop).empty());
}

TEST_CASE("hints: every heading names a kind of failure, and every exercise gets a hint for each kind", "[hints]") {
  for (const auto& entry : fs::recursive_directory_iterator(LOCKSTEP_SOURCE_DIR "/lessons")) {
    if (entry.path().filename() != "hints.md") continue;
    CAPTURE(entry.path().string());
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (!line.starts_with("## ")) continue;
      CAPTURE(line);
      const std::string last = line.substr(line.rfind(' ') + 1);
      CHECK((line.starts_with("## part") && last.starts_with("part")) != failure_kind(last).has_value());
    }
  }
  const Kit kit{.lesson = "04_dot_product", .source_dir = LOCKSTEP_SOURCE_DIR, .build_dir = {}};
  for (const char* kind : {"answer", "counter", "hazard", "barrier", "crash", "abort", "refusal", "loop", "work", "start"}) {
    CAPTURE(kind);
    CHECK_FALSE(hints_for(kit, "no part", failure_kind(kind).value()).empty());
  }
}

TEST_CASE("hints: the kind of a failure shows in what is said about it", "[hints]") {
  using enum FailureKind;
  const auto kind = [](const std::string& line) {
    return failure_kind(std::vector<std::string>{"With --size 9 and integers: the program", line});
  };
  CHECK(kind("norm[0] is 3; 4 is right") == answer);
  CHECK(kind("was still running after 10 s, and was stopped") == loop);
  CHECK(kind("lockstep: error: deadlock in kernel add, exercise.cu:3") == loop);
  CHECK(kind("was ended by signal 11 (Segmentation fault)") == abort);
  CHECK(kind("lockstep: error: host code touched device memory at 0x2000 in exercise.cu:3") == abort);
  CHECK(kind("lockstep: error: assert in kernel add, exercise.cu:3\nx exercise: exercise.cu:4: cudaErrorAssert: device-side") == crash);
  CHECK(kind("x exercise: exercise.cu:54: cudaErrorInvalidValue: invalid argument") == refusal);
  CHECK(kind("lockstep: error: divergent-barrier in kernel add, exercise.cu:3") == barrier);
  CHECK(kind("lockstep: warning: early-return in kernel add, exercise.cu:3") == barrier);
  CHECK(kind("lockstep: error: out-of-bounds in kernel add, exercise.cu:3") == crash);
  CHECK(kind("lockstep: error: race in kernel add, exercise.cu:3") == hazard);
  CHECK(kind("lockstep: warning: missing-lanes in kernel add, exercise.cu:3") == hazard);
  const auto whole = [](const std::string& line) { return failure_kind(std::vector<std::string>{line}); };
  CHECK(whole("With --size 9 and integers: the program exited with status 3; it said: oh dear") == abort);
  CHECK(whole("The program does not start as an exercise does: the file's last line must register run()") == start);
  CHECK(whole("The host got 262144 bytes from device memory during run(); at most 4096 are allowed.") == work);
  CHECK(failure_kind(std::vector<std::string>{"With --size 9 no kernel was launched", std::string(kCondemned)}) == work);
  CHECK(whole("With --size 9 warps 0, 4, 8 … read wrong values; nothing depends on them. Give the threads of each block elements of their "
              "own:") == counter);
  CHECK(whole("With --size 9 and integers: in another order of threads and blocks (LOCKSTEP_SHUFFLE=5) norm[0] is 3") == hazard);
  CHECK(failure_kind(std::vector<std::string>{"There were 3 atomic operations; at most 2 are allowed."}) == counter);
}

TEST_CASE("verdict: the next command fits the failure, and repeats the run that failed", "[verdict]") {
  const Course course;
  using enum FailureKind;
  const auto next = [&](FailureKind kind) { return next_command(course.kit(), kind, "--size 33 --grid 4"); };
  CHECK(next(answer) == "./lockstep step 04 --exercise --size 33 --grid 4");
  CHECK(next(hazard) == "./lockstep run 04 --exercise --check --size 33 --grid 4");
  CHECK(next(crash) == "./lockstep debug 04 --exercise --size 33 --grid 4");
  CHECK(next(loop) == next(crash));
  CHECK(next(abort) == next(crash));
  CHECK(next(barrier) == next(hazard));
  CHECK(next(refusal) == "./lockstep run 04 --exercise --size 33 --grid 4");
  CHECK(next(work) == "./lockstep check 04");
  CHECK(next(start) == "./lockstep check 04");
  CHECK(next(counter) == (lockstep::kOnSimulator ? "./lockstep run 04 --exercise --lines" : "./lockstep run 04 --exercise --profile"));
  CHECK(next_lesson_command(course.kit()) == "./lockstep list");
  for (const char* lesson : {"07_later", "05_next", "03_before"}) {
    fs::create_directories(course.kit().source_dir / "lessons" / lesson);
    std::ofstream(course.kit().source_dir / "lessons" / lesson / "problem.hpp") << "";
  }
  CHECK(next_lesson_command(course.kit()) == "./lockstep run 05");
}

TEST_CASE("verdict: what the program printed is shown once, with its run, and cut", "[verdict]") {
  const Course course;
  PrintedByCase printed{{"right at round sizes", {.run = "--size 256", .text = "i = 3\ni = 4  \n"}}};
  const std::string failed = verdict_text(course.kit(), parts_passed(false, true), false, printed);
  CHECK(failed.find("  and more\n\nYour program printed, with --size 256:\n\n  i = 3\n  i = 4\n\n  Hint 1: First.\n") != failed.npos);
  CHECK(failed.ends_with("\nNext: ./lockstep step 04 --exercise --size 256\n"));
  const std::string passed = verdict_text(course.kit(), parts_passed(true, true), false, printed);
  CHECK(passed.find("\n\nYour program printed, with --size 256:\n\n  i = 3\n  i = 4\n\nEvery part passes.") != passed.npos);
  CHECK(verdict_text(course.kit(), parts_passed(true, false), false, printed).find("printed") == std::string::npos);

  std::string& text = printed.begin()->second.text;
  text.clear();
  for (int i = 1; i <= 20; ++i) text += "line " + std::to_string(i) + std::string(100, '.') + "\n";
  CHECK(to_string(printed.begin()->second).ends_with("\n  line 20" + std::string(70, '.') + "…\n"));
  CHECK(to_string(printed.begin()->second).find("(the first") == std::string::npos);
  text += "line 21\n";
  CHECK(to_string(printed.begin()->second).ends_with("\n\n  (the first 20 lines)\n"));
}

TEST_CASE("verdict: what was printed goes through a file, without control characters", "[verdict]") {
  const TemporaryFolder folder;
  CHECK(read_printed(folder / "none").empty());
  write_printed({{"a case", {.run = "--size 1", .text = "red \x1b[31m, \xff\n"}}, {"another", {}}}, folder / "printed");
  const PrintedByCase printed = read_printed(folder / "printed");
  REQUIRE(printed.size() == 2);
  CHECK(printed.at("a case").run == "--size 1");
  CHECK(printed.at("a case").text == "red \uFFFD[31m, \uFFFD\n");
  CHECK(to_string(printed.at("another")).empty());
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

Next: ./lockstep step 04 --exercise
)");
  const std::string all = verdict_text(course.kit(), parts_passed(false, true), true);
  CHECK(all.ends_with("\n\n  Hint 1: First.\n\n  Hint 2: Second, which goes on and on.\n\nNext: ./lockstep step 04 --exercise\n"));
  const std::string second = verdict_text(course.kit(), parts_passed(true, false), false);
  CHECK(second.find("\n\npart2, right at every size:\n\n  in line 12\n\n  Hint 1: `x`: – ü.\n") != second.npos);
  CHECK(
      second.ends_with("\n  (1 more: ./lockstep check 04 --hint)\n\nNext: " + next_command(course.kit(), FailureKind::counter, "") + "\n"));
  const std::string passed = verdict_text(course.kit(), parts_passed(true, true), false);
  CHECK(passed.starts_with("Exercise 04_dot_product: 6.5 of 5.5 points\n"));
  const std::string costs = lockstep::kOnSimulator ? "What your kernels cost: ./lockstep check 04 --rank\n" : "";
  CHECK(passed.ends_with("\nEvery part passes.\n" + costs + "Next: ./lockstep list\n"));
  CHECK(passed.find("Hint") == passed.npos);
  CHECK(passed.find("speed") == passed.npos);
  fs::create_directories(course.kit().solution().parent_path());
  std::ofstream(course.kit().solution()) << "";
  CHECK(verdict_text(course.kit(), parts_passed(true, true), false)
            .ends_with("\nEvery part passes.\nOur solution: ./lockstep check 04 --solution\n" + costs + "Next: ./lockstep list\n"));
  std::ofstream(course.kit().exercise().parent_path() / "exercise_peer.cu") << "";
  CHECK((verdict_text(course.kit(), parts_passed(true, true), false).find("Its speed on a GPU: ") != passed.npos) ==
        lockstep::kOnSimulator);
}

TEST_CASE("verdict: the rank stands before the next command, and is not advertised then", "[verdict]") {
  const Course course;
  const std::string passed = verdict_text(course.kit(), parts_passed(true, true), false, {}, "Rank: 1.00\n");
  CHECK(passed.ends_with("\n\nEvery part passes.\n\nRank: 1.00\n\nNext: ./lockstep list\n"));
  const std::string failed = verdict_text(course.kit(), parts_passed(false, true), false, {}, "Rank: none yet\n");
  CHECK(failed.ends_with(" --hint)\n\nRank: none yet\n\nNext: ./lockstep step 04 --exercise\n"));
}

TEST_CASE("verdict: the TODOs of the failed part that are left are named by their lines", "[verdict]") {
  const Course course;
  std::ofstream(course.kit().exercise()) << "// TODO(part1): a\n\n// TODO(part2): b\n// TODO(part1): c\n";
  CHECK(verdict_text(course.kit(), parts_passed(false, true), false)
            .ends_with("\n\nLines of exercise.cu that still say TODO(part1): 1, 4\nNext: ./lockstep step 04 --exercise\n"));
  CHECK(verdict_text(course.kit(), parts_passed(true, true), false).find("TODO") == std::string::npos);
}

TEST_CASE("verdict: a report of the simulator, which is 80 columns wide, stays as it is", "[verdict]") {
  const Course course;
  const std::string words = "one writes what the other read, and nothing orders the two: the other read all";
  std::vector<PartGrade> graded = parts_passed(false, false);
  graded[0].diagnostics = {"What the check saw:", "lockstep: error: race in kernel add", "  " + words, "  ones"};
  const std::string text = verdict_text(course.kit(), graded, false);
  CHECK(text.find("\n  What the check saw:\nlockstep: error: race in kernel add\n  " + words + "\n  ones\n\n  Hint 1: Two lines.\n") !=
        text.npos);
  CHECK(text.ends_with("\nNext: ./lockstep run 04 --exercise --check\n"));
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
