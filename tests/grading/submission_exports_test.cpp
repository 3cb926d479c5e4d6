/// @file
/// @brief Submissions as learning systems export them: archives in folders, several hand-ins of one student, late ones.
#include <fmt/format.h>

#include "archive_maker.hpp"
#include "bomb_maker.hpp"
#include "catch.hpp"
#include "grading/intake/exercise_search.hpp"
#include "grading/intake/latest_hand_in.hpp"
#include "submission_trial.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::read_file;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

const std::string kThird = "__global__ void third() {}\n";

// An archive's bytes. @param fill  puts its files into it
template <class F>
std::string packed(const std::string& format, const std::string& filter, F fill) {
  const TemporaryFolder folder;
  {
    ArchiveMaker maker(folder / "a", format, filter);
    fill(maker);
  }
  return read_file(folder / "a");
}

std::string packed_file(const std::string& name, const std::string& text) {
  return packed("zip", "", [&](ArchiveMaker& maker) { maker.file(name, text); });
}

}  // namespace

// ---- Archives in a folder or an archive -----------------------------------------------------------------------------

TEST_CASE("an archive in a folder or in an archive is read as if it were unpacked there", "[exports]") {
  const TemporaryFolder folder;
  const auto fill = [](ArchiveMaker& maker) { maker.file("work/exercise.cu", kCode); };
  const std::string zip = packed("zip", "", fill), tar = packed("ustar", "", fill), tar_xz = packed("pax", "xz", fill);
  write_bytes(folder / "ada/Hand-in 4.ZIP", zip);
  write_bytes(folder / "ben/a/b/hand_in.tar", tar);
  write_bytes(folder / "cyd/hand_in.tar.xz", tar_xz);
  ArchiveMaker(folder / "dan.zip", "zip").file("ada/hand_in.tar.xz", tar_xz);
  ArchiveMaker(folder / "eve.tar.gz", "ustar", "gzip").file("hand_in.zip", zip).file("notes.txt", "done");
  for (const char* name : {"ada", "ben", "cyd", "dan.zip", "eve.tar.gz"}) {
    CAPTURE(name);
    const Reading reading = read_submission(folder / name, kLesson);
    CHECK(reading.complaint == "");
    CHECK(reading.note == "");
    CHECK(reading.text == kCode);
  }
}

TEST_CASE("an archive's exercise.cu and one beside it are two", "[exports]") {
  const TemporaryFolder folder;
  write_bytes(folder / "same/exercise.cu", kCode);
  write_bytes(folder / "same/hand_in.zip", packed_file("exercise.cu", kCode));
  write_bytes(folder / "two/exercise.cu", kOther);
  write_bytes(folder / "two/hand_in.zip", packed_file("exercise.cu", kCode));
  CHECK(complaint_of_submission(folder / "same") == "");
  CHECK(complaint_of_submission(folder / "two") ==
        "it holds two different exercise.cu files: exercise.cu and hand_in.zip/exercise.cu" + kAdvice);
}

TEST_CASE("what is wrong with an archive in a folder is said with its name", "[exports]") {
  const TemporaryFolder folder;
  const std::string whole = packed_file("exercise.cu", kCode);
  const auto complaint_about = [&](const std::string& name, const std::string& bytes) {
    fs::remove_all(folder / "ada");
    write_bytes(folder / ("ada/" + name), bytes);
    return complaint_of_submission(folder / "ada");
  };
  CHECK(complaint_about("a.zip", "").starts_with("a.zip is empty; hand in exercise.cu"));
  CHECK(complaint_about("a.zip", "Rar!") == "a.zip is neither a zip nor a tar archive; hand in exercise.cu");
  const std::string damaged = complaint_about("src/a.zip", whole.substr(0, whole.size() / 2));
  CHECK(damaged.starts_with("src/a.zip is damaged: "));
  CHECK(damaged.ends_with("; pack it anew, or hand in exercise.cu alone"));
  CHECK(complaint_about("a.zip", packed_file("../exercise.cu", kCode)) ==
        "a.zip names ../exercise.cu, which is outside of it; hand in exercise.cu alone");
  CHECK(complaint_about("a.tar", packed("ustar", "", [](ArchiveMaker& maker) { maker.symbolic_link("exercise.cu", "/etc/passwd"); })) ==
        "a.tar/exercise.cu is a link, and links are not followed; hand in the file itself");
  ArchiveMaker(folder / "locked.zip", "zip", "", "zip:encryption=aes256").file("exercise.cu", kCode);
  CHECK(complaint_about("a.zip", read_file(folder / "locked.zip")) == "a.zip is encrypted; hand it in without a password");
  CHECK(complaint_about("a.zip", packed_file("my.cu", kCode)) == "there is no exercise.cu in it; a.zip/my.cu must have that name");
  CHECK(complaint_about("a.zip", packed_file("b.zip", whole)) ==
        "there is no exercise.cu in it; a.zip/b.zip is an archive in an archive: hand in what is in it");
}

TEST_CASE("links to archives are not followed", "[exports]") {
  const TemporaryFolder folder;
  write_bytes(folder / "secret.zip", packed_file("exercise.cu", kCode));
  for (const char* name : {"soft", "hard"}) fs::create_directories(folder / name);
  fs::create_symlink(folder / "secret.zip", folder / "soft/a.zip");
  fs::create_hard_link(folder / "secret.zip", folder / "hard/a.zip");
  CHECK(complaint_of_submission(folder / "soft") == "there is no exercise.cu in it; a.zip is a link, and links are not followed");
  CHECK(complaint_of_submission(folder / "hard").starts_with("a.zip is a hard link"));
}

TEST_CASE("what a submission's archives hold is counted together", "[exports]") {
  const TemporaryFolder folder;
  const std::string megabyte(1024 * 1024, 'a');
  const std::string format = GENERATE("zip", "ustar");
  const std::string filter = format == "zip" ? "" : "gzip", name = format == "zip" ? "{}.zip" : "{}.tgz";
  const std::string eight = packed(format, filter, [&](ArchiveMaker& maker) {
    for (int i = 0; i < 8; ++i) maker.file("f" + std::to_string(i), megabyte);
  });
  write_bytes(folder / "ada/exercise.cu", kCode);
  for (int i = 0; i < 7; ++i) write_bytes(folder / ("ada/" + fmt::format(fmt::runtime(name), i)), eight);
  CHECK(complaint_of_submission(folder / "ada") == "");
  for (int i = 7; i < 9; ++i) write_bytes(folder / ("ada/" + fmt::format(fmt::runtime(name), i)), eight);
  CHECK(complaint_of_submission(folder / "ada") == "with " + fmt::format(fmt::runtime(name), format == "zip" ? 8 : 7) +
                                                       ", its archives hold more than 64 MiB: hand in exercise.cu alone");
}

TEST_CASE("a bomb in an archive is refused as quickly as one alone", "[exports]") {
  const TemporaryFolder folder;
  make_zip_bomb(folder / "a.zip", "exercise.cu", 100);
  make_gzip_bomb(folder / "a.tar.gz", "", std::string(512, '\1'));
  for (const char* name : {"a.zip", "a.tar.gz"}) {
    write_bytes(folder / fmt::format("in_{0}/{0}", name), read_file(folder / name));
    ArchiveMaker(folder / fmt::format("packed_{}.zip", name), "zip").file(name, read_file(folder / name));
    for (const std::string& submission : {fmt::format("in_{}", name), fmt::format("packed_{}.zip", name)})
      require_quick([&] {
        const std::string complaint = complaint_of_submission(folder / submission);
        CAPTURE(submission, complaint);
        CHECK((complaint.starts_with(std::string("with ") + name) || complaint.starts_with(std::string(name) + " is ")));
      });
  }
}

TEST_CASE("the entries of all archives are counted together", "[exports]") {
  const TemporaryFolder folder;
  const std::string many = packed("zip", "", [](ArchiveMaker& maker) {
    for (int i = 0; i < 4000; ++i) maker.file("f" + std::to_string(i), "");
  });
  write_bytes(folder / "ada/exercise.cu", kCode);
  for (const char* name : {"ada/a.zip", "ada/b.zip"}) write_bytes(folder / name, many);
  CHECK(complaint_of_submission(folder / "ada") == "");
  write_bytes(folder / "ada/c.zip", many);
  CHECK(complaint_of_submission(folder / "ada") == "it holds more than 10000 files and folders; hand in exercise.cu alone");
}

TEST_CASE("many small archives are read quickly", "[exports]") {
  const TemporaryFolder folder;
  const std::string small = packed_file("notes.txt", ""), small_tar = packed("ustar", "xz", [](ArchiveMaker&maker) { maker.folder("a"); });
  {
    ArchiveMaker all(folder / "a.zip", "zip");
    for (int i = 0; i < 2400; ++i) all.file(fmt::format("{}.zip", i), small).file(fmt::format("{}.tar.xz", i), small_tar);
    all.file("exercise.cu", kCode);
  }
  require_quick([&] { CHECK(complaint_of_submission(folder / "a.zip") == ""); });
}

// ---- Several hand-ins -----------------------------------------------------------------------------------------------

TEST_CASE("names say which hand-in is later, or leave it open", "[exports]") {
  struct Pair {
    std::string early, later;
  };
  const auto [early, later] = GENERATE(values<Pair>({{"exercise.cu", "late/exercise.cu"},
                                                     {"exercise.cu", "Late Submissions/exercise.cu"},
                                                     {"a.zip/exercise.cu", "resubmission.zip/exercise.cu"},
                                                     {"attempt_1/exercise.cu", "attempt_2/exercise.cu"},
                                                     {"Attempt 9/exercise.cu", "Attempt 10/src/exercise.cu"},
                                                     {"v1/exercise.cu", "v02/exercise.cu"},
                                                     {"ada-v1.zip/exercise.cu", "ada-v2.zip/exercise.cu"},
                                                     {"late/v1/exercise.cu", "late/v2/exercise.cu"},
                                                     {"2026-11-09/exercise.cu", "2026-11-10/exercise.cu"},
                                                     {"ada_2026-11-30-09-15-00_a.zip", "ada_2026-11-30-10-01-00_a.zip"},
                                                     {"20261130T091500/exercise.cu", "20261201T000000/exercise.cu"},
                                                     {"2026.11.30/v1/exercise.cu", "2026.11.30/v2/exercise.cu"}}));
  CAPTURE(early, later);
  CHECK(is_certainly_later(later, early));
  CHECK_FALSE(is_certainly_later(early, later));
  CHECK_FALSE(is_certainly_later(later, later));
}

TEST_CASE("names that leave open which hand-in is later", "[exports]") {
  struct Pair {
    std::string one, other;
  };
  const auto [one, other] = GENERATE(values<Pair>({{"old/exercise.cu", "exercise.cu"},
                                                   {"a/exercise.cu", "b/exercise.cu"},
                                                   {"03_reduction/exercise.cu", "04_dot_product/exercise.cu"},
                                                   {"task1/exercise.cu", "task2/exercise.cu"},
                                                   {"v1/exercise.cu", "exercise.cu"},
                                                   {"ada_v1/exercise.cu", "ben_v2/exercise.cu"},
                                                   {"v1.9/exercise.cu", "v1.10/exercise.cu"},
                                                   {"v2/exercise.cu", "v02/exercise.cu"},
                                                   {"29.11.2026/exercise.cu", "01.12.2026/exercise.cu"},
                                                   {"2026-11-30 01-30 PM/exercise.cu", "2026-11-30 11-30 AM/exercise.cu"},
                                                   {"2026-11-30/exercise.cu", "2026-11-30-10-00/exercise.cu"},
                                                   {"2026_99_v1/exercise.cu", "2026_98_v2/exercise.cu"},
                                                   {"translate/exercise.cu", "exercise.cu"},
                                                   {"late/a/exercise.cu", "late/b/exercise.cu"}}));
  CAPTURE(one, other);
  CHECK_FALSE(is_certainly_later(one, other));
  CHECK_FALSE(is_certainly_later(other, one));
}

TEST_CASE("of several hand-ins the latest is taken, and named", "[exports]") {
  const TemporaryFolder folder;
  write_bytes(folder / "ada/exercise.cu", kCode);
  write_bytes(folder / "ada/late/exercise.cu", kOther);
  write_bytes(folder / "ben/attempt_1.zip", packed_file("exercise.cu", kCode));
  write_bytes(folder / "ben/attempt_2.zip", packed_file("exercise.cu", kThird));
  write_bytes(folder / "ben/attempt_10.zip", packed_file("exercise.cu", kOther));
  ArchiveMaker(folder / "cyd.zip", "zip").file("v1/exercise.cu", kOther).file("v2/exercise.cu", kCode).file("v3/exercise.cu", kOther);
  const std::string note = "of {} different exercise.cu files, the latest was taken: {}";
  const auto check_latest = [&](const char* name, int count, const std::string& path) {
    const Reading reading = read_submission(folder / name, kLesson);
    CHECK(reading.complaint == "");
    CHECK(reading.text == kOther);
    CHECK(reading.note == fmt::format(fmt::runtime(note), count, path));
  };
  check_latest("ada", 2, "late/exercise.cu");
  check_latest("ben", 3, "attempt_10.zip/exercise.cu");
  check_latest("cyd.zip", 2, "v3/exercise.cu");
  write_bytes(folder / "ben/final.zip", packed_file("exercise.cu", kCode + kCode));
  CHECK(complaint_of_submission(folder / "ben") ==
        "it holds 4 different exercise.cu files: attempt_1.zip/exercise.cu, "
        "attempt_10.zip/exercise.cu, attempt_2.zip/exercise.cu, …" +
            kAdvice);
}

TEST_CASE("many that differ are refused, unless the lesson's own is among them", "[exports]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 40; ++i) write_bytes(folder / fmt::format("ada/hostile/{}/exercise.cu", i), kOther + std::to_string(i));
  CHECK(complaint_of_submission(folder / "ada") == "it holds more than 16 different exercise.cu files" + kAdvice);
  write_bytes(folder / ("ada/lessons/" + kLesson + "/exercise.cu"), kCode);
  CHECK(read_submission(folder / "ada", kLesson).text == kCode);
}

TEST_CASE("a folder of late submissions is not a student: each replaces an earlier one", "[exports]") {
  const TemporaryFolder folder;
  write_bytes(folder / "class/ada/exercise.cu", kCode);
  write_bytes(folder / "class/ben.zip", packed_file("exercise.cu", kCode));
  write_bytes(folder / "class/late/ada.tar", packed("ustar", "", [](ArchiveMaker& maker) { maker.file("exercise.cu", kOther); }));
  write_bytes(folder / "class/late/cyd/src/exercise.cu", kOther);
  const std::vector<Submission> found = find_submissions({folder / "class"});
  REQUIRE(students({folder / "class"}) == Names{"ada", "ben", "cyd"});
  CHECK(found[0].note == "the later of two hand-ins was taken: late/ada.tar");
  CHECK(found[1].note == "");
  CHECK(found[2].note == "");
  CHECK(read_submission(found[0].path, kLesson).text == kOther);
  CHECK(read_submission(found[1].path, kLesson).text == kCode);
  CHECK(read_submission(found[2].path, kLesson).text == kOther);

  write_bytes(folder / "other/late/exercise.cu", kCode);  // a student of that name
  write_bytes(folder / "other/ben/exercise.cu", kCode);
  CHECK(students({folder / "other"}) == Names{"ben", "late"});
}
