/// @file
/// @brief Submissions that mean harm, or are broken: each gets the grade that it deserves and one clear line, and leaves nothing behind.
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "archive_maker.hpp"
#include "bomb_maker.hpp"
#include "catch.hpp"
#include "graded_class.hpp"
#include "support/read_file.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_shell;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

constexpr double kAll = 11;  // points of exercise 04, without a GPU

// Of a hostile submission's first lines, `/// Expected: 0`.
std::string stated(const std::string& student, const std::string& what) {
  const std::string source = read_file(LOCKSTEP_SOURCE_DIR "/tests/grading/hostile/" + student + "/exercise.cu");
  const std::string key = "/// " + what + ":";
  const auto begin = source.find(key);
  CAPTURE(student, what);
  REQUIRE(begin != source.npos);
  std::string value = source.substr(begin + key.size(), source.find('\n', begin) - begin - key.size());
  if (value.starts_with(' ')) value.erase(0, 1);
  return value;
}

void check_grade(const GradedClass& graded, const std::string& student, double points, const std::string& says) {
  const Grade grade = graded.grade_of(student);
  const std::string said = first_line(grade);
  CAPTURE(student, said, grade.seconds);
  CHECK(grade.points() == points);
  CHECK(grade.of() == kAll);
  CHECK(said.empty() == (points == kAll));
  CHECK(said.find(says) != said.npos);
  CHECK(said.find('\n') == said.npos);
  CHECK(said.size() < 400);
  CHECK(said.find(graded.path("tmp").string()) == said.npos);  // a folder of the grader's tells a student nothing
  CHECK(read_file((graded.path("out") / "grades.csv").string()).find(student + "," + (points == kAll ? "11" : "0")) != std::string::npos);
  for (const char* file : {"report.html", "results.json"}) CHECK(fs::file_size(graded.path("out") / student / file) > 100);
}

// Grades the hostile submissions whose names fit the pattern, and an honest one among them.
void check_hostile(const std::string& pattern) {
  if (there_is_no_box()) return;
  GradedClass graded;
  graded.hostile(pattern);
  graded.file("honest/exercise.cu", GradedClass::solution());
  const Outcome outcome = graded.grade();
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  check_grade(graded, "honest", kAll, "");
  int count = 0;
  for (const auto& entry : fs::directory_iterator(graded.path("in"))) {
    const std::string student = entry.path().filename().string();
    if (student == "honest") continue;
    check_grade(graded, student, std::stod(stated(student, "Expected")), stated(student, "Says"));
    ++count;
  }
  CHECK(count > 1);
}

}  // namespace

// The patterns are so wide that each of these takes a minute at most on a machine that does much else.
TEST_CASE("hostile: bombs for the compiler", "[hostile]") { check_hostile("compile_*_bomb compile_endless_* compile_long_*"); }
TEST_CASE("hostile: what the compiler is to put in", "[hostile]") { check_hostile("compile_i*"); }
TEST_CASE("hostile: what the compiler is to read", "[hostile]") {
  check_hostile("compile_d* compile_error compile_h* compile_la* compile_pa* compile_proc* compile_r* compile_s* compile_tests");
}
TEST_CASE("hostile: functions that stand in for others from a to n", "[hostile]") { check_hostile("link_[a-n]*"); }
TEST_CASE("hostile: functions that stand in for others from o to z", "[hostile]") { check_hostile("link_[o-z]*"); }
TEST_CASE("hostile: code of the host with a and from t to z", "[hostile]") { check_hostile("host_a* host_[t-z]*"); }
TEST_CASE("hostile: code of the host from b to e", "[hostile]") { check_hostile("host_[b-e]*"); }
TEST_CASE("hostile: code of the host from f to o", "[hostile]") { check_hostile("host_[f-o]*"); }
TEST_CASE("hostile: code of the host from p to r", "[hostile]") { check_hostile("host_[p-r]*"); }
TEST_CASE("hostile: code of the host with s", "[hostile]") { check_hostile("host_s*"); }
TEST_CASE("hostile: kernels from a to m", "[hostile]") { check_hostile("kernel_[a-m]*"); }
TEST_CASE("hostile: kernels from n to z", "[hostile]") { check_hostile("kernel_[n-z]*"); }

TEST_CASE("hostile: the tests above meet every hostile submission", "[hostile]") {
  const std::string here = LOCKSTEP_SOURCE_DIR "/tests/grading/";
  const Outcome outcome = run_shell("cd " + here + "hostile && for p in $(grep -o 'check_hostile(\"[^\"]*\")' " + here +
                                    "hostile_test.cpp | cut -d'\"' -f2); do for n in $p; do echo $n; done; done | sort | uniq -c");
  const auto listed = std::count(outcome.out.begin(), outcome.out.end(), '\n');
  CAPTURE(outcome.out);
  std::ptrdiff_t there = 0;
  for (const auto& entry : fs::directory_iterator(here + "hostile")) there += entry.is_directory() ? 1 : 0;
  CHECK(listed == there);
  CHECK(outcome.out.find("  2 ") == std::string::npos);
}

TEST_CASE("hostile: files and archives", "[hostile]") {
  if (there_is_no_box()) return;
  GradedClass graded;
  const std::string code = GradedClass::solution();
  const auto in = [&](const std::string& name) { return graded.path("in") / name; };
  graded.file("honest/exercise.cu", code);
  fs::create_directories(in("no_file"));
  graded.file("other_name/solution.cu", code);
  graded.file("empty_file/exercise.cu", "");
  graded.file("binary/exercise.cu", read_file("/bin/true"));
  graded.file("latin1/exercise.cu", code + "// caf\xe9\n");
  graded.file("utf16/exercise.cu", std::string("\xff\xfe/\0/\0\n\0", 8));
  graded.file("bom/exercise.cu", "\xef\xbb\xbf" + code);
  graded.file("large/exercise.cu", code + "//" + std::string(300'000, 'x'));
  graded.file("two/a/exercise.cu", code);
  graded.file("two/b/exercise.cu", code + "// another\n");
  fs::create_directories(in("link"));
  fs::create_symlink(LOCKSTEP_SOURCE_DIR "/solutions/04_dot_product/exercise.cu", in("link") / "exercise.cu");
  fs::create_directory_symlink(LOCKSTEP_SOURCE_DIR "/solutions/04_dot_product", in("linked_folder"));
  fs::create_directories(in("fifo"));
  REQUIRE(::mkfifo((in("fifo") / "exercise.cu").c_str(), 0644) == 0);
  graded.file("no_archive.zip", "hello");
  graded.file("empty_archive.tar", "");
  ArchiveMaker(in("good.zip"), "zip").file("work/exercise.cu", code);
  ArchiveMaker(in("good_too.tar.gz"), "pax", "gzip").file("exercise.cu", code);
  ArchiveMaker(in("up.tar"), "ustar").file("../../grades.csv", "up,11").file("exercise.cu", code);
  ArchiveMaker(in("root.tar"), "ustar").file("/tmp/lockstep_hostile", "x").file("exercise.cu", code);
  ArchiveMaker(in("tar_link.tar"), "ustar").symbolic_link("exercise.cu", "/etc/passwd");
  ArchiveMaker(in("link_and_file.tar"), "ustar").symbolic_link("out", "/tmp").file("out/lockstep_hostile", "x").file("exercise.cu", code);
  ArchiveMaker(in("locked.zip"), "zip", "", "zip:encryption=aes256").file("exercise.cu", code);
  make_zip_bomb(in("bomb.zip"), "exercise.cu", 4'000'000'000);
  make_gzip_bomb(in("bomb_too.tar.gz"), "", std::string(512, '\0'));

  const Outcome outcome = graded.grade();
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  const std::map<std::string, std::string> says{
      {"no_file", "there is no exercise.cu in it"},
      {"other_name", "there is no exercise.cu in it; solution.cu must have that name"},
      {"empty_file", "exercise.cu is empty"},
      {"binary", "exercise.cu is not text: byte 0 is 0x7f"},
      {"latin1", "exercise.cu is not in UTF-8, but perhaps in Latin-1"},
      {"utf16", "exercise.cu is in UTF-16; save it as UTF-8"},
      {"large", "exercise.cu is larger than 256 KiB"},
      {"two", "it holds two different exercise.cu files: a/exercise.cu and b/exercise.cu; hand in the one that counts"},
      {"link", "exercise.cu is a link, and links are not followed"},
      {"linked_folder", "linked_folder is a link, and links are not followed"},
      {"fifo", "exercise.cu is not a regular file"},
      {"no_archive", "it is neither a zip nor a tar archive"},
      {"empty_archive", "the archive is empty"},
      {"up", "the archive names ../../grades.csv, which is outside of it"},
      {"root", "the archive names /tmp/lockstep_hostile, which is outside of it"},
      {"tar_link", "exercise.cu is a link, and links are not followed"},
      {"locked", "the archive is encrypted; hand it in without a password"},
      {"bomb", "the archive holds more than 64 MiB: hand in exercise.cu alone"},
      {"bomb_too", "there is no exercise.cu in it"},
  };
  for (const auto& [student, line] : says) {
    const Grade grade = graded.grade_of(student);
    CAPTURE(student, grade.message);
    CHECK(grade.status == GradeStatus::broken);
    CHECK(grade.points() == 0);
    CHECK(grade.of() == kAll);
    CHECK(grade.message.starts_with(line));
  }
  for (const char* student : {"honest", "bom", "good", "good_too", "link_and_file"}) check_grade(graded, student, kAll, "");
}
