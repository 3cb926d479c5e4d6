/// @file
/// @brief Grading a class: the same grades for a seed, continuing where it was stopped, and what it says about wrong usage.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "catch.hpp"
#include "graded_class.hpp"
#include "support/read_file.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_shell;
using namespace lockstep::testing;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

std::string csv_of(const GradedClass& graded, const std::string& results = "out") {
  return read_file((graded.path(results) / "grades.csv").string());
}

std::string with(std::string text, const std::string& old, const std::string& now) {
  const auto at = text.find(old);
  REQUIRE(at != text.npos);
  return text.replace(at, old.size(), now);
}

// Gets part 1 and what does not depend on squares of large elements.
std::string floats() {
  const Outcome whole =
      run_shell("cd " LOCKSTEP_SOURCE_DIR "/solutions/04_dot_product && patch -s -o - exercise.cu wrong/float_accumulator.patch");
  CAPTURE(whole.err);
  REQUIRE(whole.succeeded());
  return whole.out;
}

// It says one line, which begins like this, and ends with this status.
void check_refused(const std::string& command, int status, const std::string& line) {
  const Outcome outcome = run_shell(command);
  CAPTURE(command, outcome.out, outcome.err);
  CHECK(outcome.code == status);
  CHECK(outcome.err.starts_with(line));
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
}

const std::string kSolution = LOCKSTEP_SOURCE_DIR "/solutions/04_dot_product/exercise.cu";
const std::string kScript = LOCKSTEP_SOURCE_DIR "/lockstep grade ";
const std::string kProgram = LOCKSTEP_BINARY_DIR "/lockstep-grade ";

}  // namespace

TEST_CASE("grade: for a seed the grades are the same", "[grade]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  graded.file("alice/exercise.cu", GradedClass::solution());
  graded.file("bob/exercise.cu", floats());
  graded.file("carol/exercise.cu", "hello\n");
  REQUIRE(graded.grade("--seed 7").succeeded());
  const std::string csv = csv_of(graded);
  CAPTURE(csv);
  CHECK(csv.find("alice,11,11,3,2,2,1,2,1,graded,\r\n") != csv.npos);
  CHECK(csv.find("bob,9,11,3,2,0,1,2,1,graded,\r\n") != csv.npos);
  CHECK(csv.find("carol,0,11,0,0,0,0,0,0,broken,it does not compile: exercise.cu:1:1: error: ") != csv.npos);
  CHECK_FALSE(fs::exists(graded.path("out") / "similar.html"));
  graded.file("dan/exercise.cu", "// mine\n" + floats());
  const Outcome compared = graded.grade("--seed 7 --similar", "again");
  CHECK(compared.out.find("\n6 pairs are alike, ") != std::string::npos);  // alice's, bob's, dan's, and the solution that all three have
  CHECK(compared.out.find("\n  alice                    100 %   the course's solution    100 %\n") != std::string::npos);
  CHECK(compared.out.ends_with((graded.path("again") / "similar.html").string() + " shows what they share\n"));
  CHECK(read_file(graded.path("again") / "similar.html").find("4 submissions were compared") != std::string::npos);
  CHECK(csv_of(graded, "again").starts_with(csv.substr(0, csv.find("carol"))));
}

TEST_CASE("grade: goes on where it was stopped", "[grade]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  for (const char* student : {"a", "b", "c", "d"}) graded.file(student + std::string("/exercise.cu"), GradedClass::solution());
  const fs::path first = graded.path("out") / "a" / "judged";
  const Outcome stopped =
      run_shell("TMPDIR=" + graded.path("tmp").string() + " " + with(graded.command(), "--jobs 2", "--jobs 1") +
                    " & grader=$!; while ! [ -e " + first.string() + " ]; do sleep 0.05; done; sleep 0.5; kill -9 $grader; wait",
                {.wall = 100s});
  CAPTURE(stopped.err);
  REQUIRE(fs::exists(first));
  REQUIRE_FALSE(fs::exists(graded.path("out") / "grades.csv"));
  for (int i = 0; i < 100 && !graded.processes().empty(); ++i) std::this_thread::sleep_for(100ms);
  CHECK(graded.processes() == std::vector<std::string>{});
  fs::remove_all(graded.path("tmp"));  // what a killed grader leaves
  fs::create_directory(graded.path("tmp"));

  const auto written = fs::last_write_time(graded.path("out") / "a" / "report.html");
  const Outcome gone_on = graded.grade();
  REQUIRE(gone_on.succeeded());
  CHECK(fs::last_write_time(graded.path("out") / "a" / "report.html") == written);
  CHECK(gone_on.out.find("4 graded, ") != gone_on.out.npos);
  CHECK(csv_of(graded).find("d,11,11,") != std::string::npos);
}

TEST_CASE("grade: stopped by a signal it ends what runs, and leaves nothing behind", "[grade]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  graded.hostile("host_loop");
  graded.hostile("compile_constexpr_bomb");
  const std::string temporary = graded.path("tmp").string();
  const Outcome stopped = run_shell("TMPDIR=" + temporary + " " + graded.command() + " & grader=$!; while ! ls " + temporary +
                                        "/*/exercise.cu; do sleep 0.05; done; sleep 2; kill -TERM $grader; wait $grader",
                                    {.wall = 30s});
  CAPTURE(stopped.err);
  CHECK(stopped.code == 128 + SIGTERM);
  CHECK(stopped.err.find("lockstep grade: stopped; the grades so far are kept, and the same command continues from there\n") !=
        stopped.err.npos);
  CHECK(GradedClass::listing(graded.path("tmp")).empty());
  for (int i = 0; i < 100 && !graded.processes().empty(); ++i) std::this_thread::sleep_for(100ms);
  CHECK(graded.processes() == std::vector<std::string>{});
  CHECK_FALSE(fs::exists(graded.path("out") / "grades.csv"));
}

TEST_CASE("grade: Ctrl-C keeps what was graded, as often as it is pressed", "[grade]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  for (const char* student : {"a", "b", "c"}) graded.file(student + std::string("/exercise.cu"), GradedClass::solution());
  const auto judged = [&](const std::string& student) { return graded.path("out") / student / "judged"; };
  // Interrupts the grader when `student` has a grade. A shell starts what is in the background with SIGINT ignored.
  const auto interrupted_after = [&](const std::string& student) {
    return run_shell("TMPDIR=" + graded.path("tmp").string() + " env --default-signal=INT " +
                         with(graded.command(), "--jobs 2", "--jobs 1") + " & grader=$!; while ! [ -e " + judged(student).string() +
                         " ]; do sleep 0.05; done; sleep 0.5; kill -INT $grader; " + "wait $grader",
                     {.wall = 100s});
  };
  std::map<std::string, std::string> before;
  for (const std::string student : {"a", "b"}) {
    const Outcome stopped = interrupted_after(student);
    CAPTURE(student, stopped.out, stopped.err);
    REQUIRE(fs::exists(judged(student)));
    CHECK(stopped.code == 128 + SIGINT);
    CHECK(stopped.err.ends_with("lockstep grade: stopped; the grades so far are kept, and the same command continues from there\n"));
    CHECK(stopped.out.empty());
    CHECK(GradedClass::listing(graded.path("tmp")).empty());
    CHECK(graded.processes() == std::vector<std::string>{});
    const auto now = GradedClass::listing(graded.path("out"));  // whole folders, and no tables
    CHECK(now.size() == (student == "a" ? 5 : 10));
    for (const auto& [file, content] : before) CHECK(now.at(file) == content);
    before = now;
  }
  const Outcome gone_on = graded.grade();
  CAPTURE(gone_on.out);
  CHECK(gone_on.out.find("3 graded, 2 of them kept unchanged") != gone_on.out.npos);
  CHECK(csv_of(graded).find("c,11,11,") != std::string::npos);
}

TEST_CASE("grade: what changed is graded again, and nothing else", "[grade]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  for (const char* student : {"same", "changed", "damaged"}) graded.file(student + std::string("/exercise.cu"), GradedClass::solution());
  REQUIRE(graded.grade().succeeded());
  CHECK(graded.grade().out.find("3 graded, 3 of them kept unchanged") != std::string::npos);

  graded.file("changed/exercise.cu", floats());
  std::ofstream(graded.path("out") / "damaged" / "grade.json") << "{\"student\": \"dam";
  const Outcome outcome = graded.grade();
  CHECK(outcome.out.find("3 graded, 1 of them kept unchanged") != outcome.out.npos);
  CHECK(graded.grade_of("changed").points() == 9);
  CHECK(graded.grade_of("damaged").points() == 11);
  CHECK(graded.grade("--seed 2").out.find("3 graded;") != std::string::npos);
}

TEST_CASE("grade: points by a rubric", "[grade]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  graded.file("alice/exercise.cu", floats());
  std::ofstream(graded.path("rubric.json")) << "{\"part1\": 50, \"part3\": 40.5}";
  REQUIRE(graded.grade("--rubric " + graded.path("rubric.json").string()).succeeded());
  CHECK(csv_of(graded).find("alice,56,96.5,50,2,0,1,2,1,graded,") != std::string::npos);
}

TEST_CASE("grade: another rubric changes points in every file, and judges nothing again", "[grade]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  graded.file("alice/exercise.cu", floats());
  graded.file("bob/exercise.cu", floats());
  graded.file("bob/late/exercise.cu", "hello\n");
  REQUIRE(graded.grade().succeeded());
  CHECK(graded.grade_of("bob").message.ends_with("; of 2 different exercise.cu files, the latest was taken: late/exercise.cu"));
  const auto files = [&] {
    auto all = GradedClass::listing(graded.path("out"));
    for (auto& [name, what] : all) what = what.substr(what.find(' ') + 1);  // without the time
    return all;
  };
  const auto seconds = [&] { return graded.grade_of("alice").seconds; };  // a new judging would take another time
  const auto before = files();
  const double took = seconds();

  std::ofstream(graded.path("rubric.json")) << "{\"part1\": 5, \"part3\": 7.5}";
  const Outcome other = graded.grade("--rubric " + graded.path("rubric.json").string());
  CHECK(other.out.find("2 graded, 2 of them kept and written anew; ") != other.out.npos);
  CHECK(csv_of(graded).find("alice,11,18.5,5,2,0,1,2,1,graded,") != std::string::npos);
  CHECK(csv_of(graded).find("bob,0,18.5,0,0,0,0,0,0,broken,\"it does not compile: ") != std::string::npos);
  CHECK(seconds() == took);
  CHECK(read_file(graded.path("out") / "alice" / "results.json").find("\"max_score\": 7.5") != std::string::npos);
  const std::string report = read_file(graded.path("out") / "alice" / "report.html");
  CHECK(report.find("of 18.5 points") != report.npos);
  CHECK(std::string(report).find("data:image/svg+xml;base64,") != report.rfind("data:image/svg+xml;base64,"));  // both pictures

  CHECK(graded.grade().out.find("2 graded, 2 of them kept and written anew; ") != std::string::npos);
  CHECK(files() == before);
  CHECK(graded.grade().out.find("2 graded, 2 of them kept unchanged; ") != std::string::npos);
}

TEST_CASE("grade: without a box, where that is asked for", "[grade]") {
  GradedClass graded;
  graded.file("alice/exercise.cu", GradedClass::solution());
  REQUIRE(graded.grade("--unsafe --autolab").succeeded());
  const Outcome outcome = graded.grade("--unsafe --autolab");
  CHECK(outcome.out.ends_with("\n"));
  CHECK(outcome.out.find("\n{\"scores\":{") != outcome.out.npos);
  CHECK(graded.grade_of("alice").points() == 11);
}

TEST_CASE("grade: without bubblewrap it refuses", "[grade]") {
  GradedClass graded;
  graded.file("alice/exercise.cu", GradedClass::solution());
  check_refused("PATH=/nowhere " + graded.command(), 3, "lockstep grade: bubblewrap (bwrap) is not installed; ");
  CHECK_FALSE(fs::exists(graded.path("out")));
}

TEST_CASE("grade: what is asked wrongly is told in one line", "[grade]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  graded.file("alice/exercise.cu", GradedClass::solution());
  const std::string in = graded.path("in").string();
  check_refused(kScript + in, 2, "lockstep: grade --lesson needs a lesson: one of ");
  check_refused(kScript + in + " --lesson", 2, "lockstep: --lesson needs a value");
  check_refused(kScript + in + " --lesson 99", 2, "lockstep: there is no lesson '99'; there are ");
  check_refused(kScript + in + " --lesson 04 --backend cuda", 2, "lockstep: grade runs submissions on the simulator");

  const std::string lesson = kProgram + "--lesson 04_dot_product --out " + graded.path("out").string() + " ";
  check_refused(lesson, 2, "lockstep grade: no submissions given; name files");
  check_refused(lesson + in + "/nobody", 2, "lockstep grade: " + in + "/nobody: there is no such file or folder");
  for (const std::string jobs : {"0", "x", "1025"})
    check_refused(lesson + in + " --jobs " + jobs, 2, "lockstep grade: --jobs " + jobs + ": submissions graded at once must be 1 to 1024");
  for (const std::string seed : {"x", "-1", "99999999999999999999", "1.5", "''"})
    check_refused(lesson + in + " --seed " + seed, 2, "lockstep grade: --seed ");
  check_refused(lesson + in + " " + in + "/alice/exercise.cu " + kSolution + " --autolab", 2,
                "lockstep grade: --autolab is for one submission, and there are 2");
  check_refused(lesson + in + " --similar --share 1/2", 2, "lockstep grade: --similar compares the whole class: give it to the last grade");
  check_refused(lesson + in + " --wrong", 2, "lockstep grade: ");
  check_refused(lesson + in + " --rubric " + in + "/none", 2,
                "lockstep grade: the rubric " + in + "/none: No such file or directory; write {");
  check_refused(lesson + in + " --rubric " + in + "/alice/exercise.cu", 2,
                "lockstep grade: the rubric " + in + "/alice/exercise.cu: it is not a JSON object");
  check_refused(kProgram + "--lesson 99 --out " + graded.path("out").string() + " " + in, 2,
                "lockstep grade: there is no exercise '99' in this build; ");
  CHECK_FALSE(fs::exists(graded.path("out")));
}

TEST_CASE("grade: results need a place of their own, which is said before anything is judged", "[grade]") {
  GradedClass graded;
  graded.file("alice/exercise.cu", GradedClass::solution());
  const std::string in = graded.path("in").string(), file = in + "/alice/exercise.cu";
  const auto out = [&](const std::string& folder) { return kProgram + "--lesson 04_dot_product " + in + " --out " + folder; };
  const auto before = GradedClass::listing(graded.path("in"));
  for (const std::string& folder : {in, in + "/grades", in + "/alice/../x/", graded.path("tmp").string() + "/../in/y"})
    check_refused(out(folder), 2, "lockstep grade: --out " + folder + ": results cannot go among the submissions; name a folder ");
  check_refused("cd " + in + " && " + kProgram + "--lesson 04_dot_product .", 2, "lockstep grade: --out grades: results cannot go among");
  check_refused(out("/dev/null"), 2, "lockstep grade: --out /dev/null: /dev/null is not a folder");
  check_refused(out("/dev/null/grades"), 2, "lockstep grade: --out /dev/null/grades: /dev/null is not a folder");
  check_refused(out("''"), 2, "lockstep grade: --out needs ");
  if (::getuid() != 0) check_refused(out("/grades"), 2, "lockstep grade: --out /grades: / is not writable");
  CHECK(GradedClass::listing(graded.path("in")) == before);
}
