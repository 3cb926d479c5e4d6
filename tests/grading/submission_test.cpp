/// @file
/// @brief Submissions as students hand them in, and as nobody should: each is read, or refused in one line.
#include "grading/intake/submission.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <clocale>
#include <fstream>
#include <set>

#include "archive_maker.hpp"
#include "bomb_maker.hpp"
#include "catch.hpp"
#include "grading/intake/exercise_search.hpp"
#include "grading/intake/submission_archive.hpp"
#include "submission_trial.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/clean_text.hpp"

using lockstep::first_not_utf8;
using lockstep::read_file;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

const std::string kTooLarge = "the archive holds more than 64 MiB: hand in exercise.cu alone";

// The header of a file in a tar, after it was changed.
std::string with_checksum(std::string header) {
  header.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  return header.replace(148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
}

}  // namespace

// ---- What is read ---------------------------------------------------------------------------------------------------

TEST_CASE("a submission is a file, a folder, or an archive of each kind") {
  const TemporaryFolder folder;
  write_bytes(folder / "alone.cu", kCode);
  write_bytes(folder / "flat/exercise.cu", kCode);
  write_bytes(folder / "deep/a/b/exercise.cu", kCode);
  ArchiveMaker(folder / "a.tar", "ustar").file("./exercise.cu", kCode);
  ArchiveMaker(folder / "a.tar.gz", "pax", "gzip").folder("a").file("a/exercise.cu", kCode);
  ArchiveMaker(folder / "a.tgz", "gnutar", "gzip").file("a/exercise.cu", kCode);
  ArchiveMaker(folder / "a.tar.bz2", "ustar", "bzip2").file("a/exercise.cu", kCode);
  ArchiveMaker(folder / "a.tar.xz", "ustar", "xz").file("a/exercise.cu", kCode);
  ArchiveMaker(folder / "a.zip", "zip").folder("a").file("a/exercise.cu", kCode).file("notes.txt", "done");
  for (const char* name : {"alone.cu", "flat", "deep", "a.tar", "a.tar.gz", "a.tgz", "a.tar.bz2", "a.tar.xz", "a.zip"}) {
    CAPTURE(name);
    const Reading reading = read_submission(folder / name, kLesson);
    REQUIRE(reading.complaint == "");
    REQUIRE(reading.text == kCode);
  }
}

TEST_CASE("what editors, version control, builds and macOS leave behind is passed over") {
  const TemporaryFolder folder;
  ArchiveMaker(folder / "a.zip", "zip")
      .file("__MACOSX/._exercise.cu", "binary")
      .file("__MACOSX/exercise.cu", "binary")
      .file(".git/exercise.cu", kOther)
      .file("build/exercise.cu", kOther)
      .file("a/exercise.cu", kCode);
  write_bytes(folder / "a/exercise.cu", kCode);
  for (const char* name : {".git", "build", "__MACOSX"}) write_bytes(fs::path(folder / "a") / name / "exercise.cu", kOther);
  REQUIRE(read_submission(folder / "a.zip", kLesson).text == kCode);
  REQUIRE(read_submission(folder / "a", kLesson).text == kCode);
}

TEST_CASE("names in an archive may be in any language, with any separator") {
  const TemporaryFolder folder;
  ::setlocale(LC_ALL, "C.UTF-8");  // for the writer: it cannot turn such names into ASCII
  ArchiveMaker(folder / "utf8.zip", "zip", "", "zip:hdrcharset=UTF-8").file("Übung 4/Größe/exercise.cu", kCode);
  ArchiveMaker(folder / "utf8.tar", "pax").file("Übung 4/Größe/exercise.cu", kCode);
  ::setlocale(LC_ALL, "C");
  ArchiveMaker(folder / "windows.zip", "zip").file("alice\\exercise.cu", kCode);
  for (const char* name : {"utf8.zip", "utf8.tar", "windows.zip"}) {
    CAPTURE(name);
    REQUIRE(complaint_of_submission(folder / name) == "");
  }
}

TEST_CASE("the same exercise.cu twice is one, two different ones are none") {
  const TemporaryFolder folder;
  ArchiveMaker(folder / "same.zip", "zip").file("a/exercise.cu", kCode).file("b/exercise.cu", kCode);
  ArchiveMaker(folder / "two.zip", "zip").file("a/exercise.cu", kCode).file("b/exercise.cu", kOther);
  ArchiveMaker(folder / "again.tar", "ustar").file("exercise.cu", kCode).file("exercise.cu", kOther);
  write_bytes(folder / "two/exercise.cu", kCode);
  write_bytes(folder / "two/old/exercise.cu", kOther);
  REQUIRE(read_submission(folder / "same.zip", kLesson).text == kCode);
  REQUIRE(complaint_of_submission(folder / "two.zip") ==
          "it holds two different exercise.cu files: a/exercise.cu and b/exercise.cu" + kAdvice);
  REQUIRE(complaint_of_submission(folder / "again.tar") ==
          "it holds two different exercise.cu files: exercise.cu and exercise.cu" + kAdvice);
  write_bytes(folder / "two/a/exercise.cu", kOther);
  REQUIRE(complaint_of_submission(folder / "two") == "it holds two different exercise.cu files: a/exercise.cu and exercise.cu" + kAdvice);
}

TEST_CASE("of a copy of the whole course the exercise.cu of the lesson counts") {
  const std::string own = "lessons/" + kLesson + "/exercise.cu";
  for (const std::string top : {"", "ada-main/"}) {
    const TemporaryFolder folder;
    ArchiveMaker(folder / "a.zip", "zip")
        .file(top + "lessons/03_reduction/exercise.cu", kOther)
        .file(top + own, kCode)
        .file(top + "lessons/05_matrix_vector/exercise.cu", kOther + kOther)
        .file(top + "solutions/" + kLesson + "/exercise.cu", kOther);
    write_bytes(folder / ("a/" + top + "lessons/03_reduction/exercise.cu"), kOther);
    write_bytes(folder / ("a/" + top + own), kCode);
    write_bytes(folder / ("a/" + top + "tests/grading/exercise.cu"), kOther + kOther);
    for (const char* const name : {"a.zip", "a"}) REQUIRE(read_submission(folder / name, kLesson).text == kCode);
    REQUIRE_FALSE(read_submission(folder / "a.zip", "07_sobel").succeeded());

    write_bytes(folder / ("a/old/" + own), kOther);
    REQUIRE(complaint_of_submission(folder / "a") ==
            "it holds two different exercise.cu files: " + top + own + " and old/" + own + kAdvice);
  }
}

TEST_CASE("a server may have appended .txt") {
  const TemporaryFolder folder;
  write_bytes(folder / "class/ada/exercise.cu.txt", kCode);
  ArchiveMaker(folder / "class/ben.zip", "zip").file("exercise.cu.txt", kCode);
  write_bytes(folder / "class/cyd.cu.txt", kCode);
  REQUIRE(students({folder / "class"}) == Names{"ada", "ben", "cyd"});
  REQUIRE(students({folder / "class/ada"}) == Names{"ada"});
  for (const Submission& one : find_submissions({folder / "class"})) REQUIRE(read_submission(one.path, kLesson).text == kCode);
}

// ---- What is refused ------------------------------------------------------------------------------------------------

TEST_CASE("without an exercise.cu the line says what could have been meant") {
  const TemporaryFolder folder;
  write_bytes(folder / "nothing/notes.txt", "done");
  write_bytes(folder / "other/Exercise.cu", kCode);
  fs::create_directories(folder / "empty");
  ArchiveMaker(folder / "empty.zip", "zip");               // NOLINT(bugprone-unused-raii): an archive of nothing
  ArchiveMaker(folder / "empty.tar.gz", "ustar", "gzip");  // NOLINT(bugprone-unused-raii)
  ArchiveMaker(folder / "other.zip", "zip").file("exercise (1).cu", kCode);
  ArchiveMaker(folder / "like.zip", "zip").file("my_exercise.cu", kCode).folder("exercise.cu");
  REQUIRE(complaint_of_submission(folder / "nothing") == "there is no exercise.cu in it");
  REQUIRE(complaint_of_submission(folder / "empty") == "there is no exercise.cu in it");
  REQUIRE(complaint_of_submission(folder / "empty.zip") == "there is no exercise.cu in it");
  REQUIRE(complaint_of_submission(folder / "empty.tar.gz") == "there is no exercise.cu in it");
  REQUIRE(complaint_of_submission(folder / "other") == "there is no exercise.cu in it; Exercise.cu must have that name");
  REQUIRE(complaint_of_submission(folder / "other.zip") == "there is no exercise.cu in it; exercise (1).cu must have that name");
  REQUIRE(complaint_of_submission(folder / "like.zip") == "there is no exercise.cu in it; my_exercise.cu must have that name");
}

TEST_CASE("what exercise.cu holds is judged wherever it is") {
  const TemporaryFolder folder;
  write_bytes(folder / "folder/exercise.cu", "");
  write_bytes(folder / "alice.cu", "");
  ArchiveMaker(folder / "a.zip", "zip").file("exercise.cu", "");
  for (const char* name : {"folder", "alice.cu", "a.zip"}) REQUIRE(complaint_of_submission(folder / name) == "exercise.cu is empty");
  const std::string much(kMostSourceBytes + 1, 'a');
  write_bytes(folder / "folder/exercise.cu", much);
  write_bytes(folder / "alice.cu", much);
  ArchiveMaker(folder / "a.zip", "zip").file("exercise.cu", much);
  for (const char* name : {"folder", "alice.cu", "a.zip"})
    REQUIRE(complaint_of_submission(folder / name) == "exercise.cu is larger than 256 KiB");
}

TEST_CASE("links are not followed, whatever they point to") {
  const TemporaryFolder folder;
  write_bytes(folder / "secret/exercise.cu", kCode);
  const std::string is_link = "exercise.cu is a link, and links are not followed; hand in the file itself";
  for (const char* name : {"file", "out", "hard", "both"}) fs::create_directories(folder / name);
  fs::create_symlink("../secret/exercise.cu", folder / "file/exercise.cu");
  fs::create_directory_symlink("../secret", folder / "out/src");
  fs::create_directory_symlink(folder / "secret", folder / "itself");
  fs::create_symlink(folder / "secret/exercise.cu", folder / "alone.cu");
  fs::create_symlink(folder / "a.zip", folder / "link.zip");
  write_bytes(folder / "both/exercise.cu", kCode);
  fs::create_symlink("../../secret/exercise.cu", folder / "both/notes.txt");
  ArchiveMaker(folder / "a.zip", "zip").symbolic_link("exercise.cu", "../secret/exercise.cu");
  ArchiveMaker(folder / "a.tar", "ustar").symbolic_link("exercise.cu", "../secret/exercise.cu");
  ArchiveMaker(folder / "hard.tar", "ustar").hard_link("exercise.cu", "../secret/exercise.cu");
  ArchiveMaker(folder / "harmless.tar", "ustar").symbolic_link("latest", "a").file("a/exercise.cu", kCode);
  REQUIRE(complaint_of_submission(folder / "file") == is_link);
  REQUIRE(complaint_of_submission(folder / "out") == "there is no exercise.cu in it; src is a link, and links are not followed");
  REQUIRE(complaint_of_submission(folder / "itself") == "itself is a link, and links are not followed; hand in the file itself");
  REQUIRE(complaint_of_submission(folder / "alone.cu") == "alone.cu is a link, and links are not followed; hand in the file itself");
  REQUIRE(complaint_of_submission(folder / "link.zip") == "link.zip is a link, and links are not followed; hand in the file itself");
  for (const char* name : {"a.zip", "a.tar", "hard.tar"}) REQUIRE(complaint_of_submission(folder / name) == is_link);
  REQUIRE(complaint_of_submission(folder / "both") == "");
  REQUIRE(complaint_of_submission(folder / "harmless.tar") == "");

  fs::create_hard_link(folder / "secret/exercise.cu", folder / "hard/exercise.cu");
  REQUIRE(complaint_of_submission(folder / "hard") == "exercise.cu is a hard link: another name of the same file exists; hand in a copy");
}

TEST_CASE("an archive may not name what is outside of itself") {
  const TemporaryFolder folder;
  const std::string path = GENERATE("../exercise.cu", "a/../../exercise.cu", "/etc/passwd", "..", "a\\..\\b.txt", "C:\\exercise.cu");
  const std::string format = GENERATE("zip", "pax");
  CAPTURE(path, format);
  ArchiveMaker(folder / "a", format).file("exercise.cu", kCode).file(path, kOther);
  const std::string complaint = complaint_of_submission(folder / "a");
  REQUIRE(complaint.starts_with("the archive names "));
  REQUIRE(complaint.ends_with(", which is outside of it; hand in exercise.cu alone"));
  REQUIRE(fs::directory_iterator(folder / ".") != fs::directory_iterator());
}

TEST_CASE("what is said of long names is short") {
  const TemporaryFolder folder;
  const std::string letters(60'000, 'a');
  ArchiveMaker(folder / "up.zip", "zip").file("../" + letters, "");
  ArchiveMaker(folder / "two.zip", "zip").file(letters + "/exercise.cu", kCode).file("b" + letters + "/exercise.cu", kOther);
  ArchiveMaker(folder / "other.zip", "zip").file(letters + ".cu", kCode);
  for (const char* name : {"up.zip", "two.zip", "other.zip"}) {
    const std::string complaint = complaint_of_submission(folder / name);
    CAPTURE(name, complaint);
    CHECK(complaint.find("aaaa…") != complaint.npos);
    CHECK(complaint.size() < 300);
    CHECK(complaint.size() > complaint.find("…") + 20);  // what is said after the name is not cut off
  }
}

TEST_CASE("devices, pipes and sockets are never opened") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "pipe");
  REQUIRE(::mkfifo((folder / "pipe/exercise.cu").c_str(), 0600) == 0);
  REQUIRE(::mkfifo((folder / "a.zip").c_str(), 0600) == 0);
  REQUIRE(complaint_of_submission(folder / "pipe") == "exercise.cu is not a regular file; hand in exercise.cu as a file");
  REQUIRE(complaint_of_submission(folder / "a.zip") == "a.zip is not a regular file; hand in exercise.cu as a file");
  REQUIRE(complaint_of_submission("/dev/zero") == "zero is not a regular file; hand in exercise.cu as a file");
  for (const unsigned type : {AE_IFCHR, AE_IFBLK, AE_IFIFO}) {
    ArchiveMaker(folder / "a.tar", "ustar").special("exercise.cu", type);
    REQUIRE(complaint_of_submission(folder / "a.tar") == "exercise.cu is not a regular file; hand in exercise.cu as a file");
  }
}

TEST_CASE("what is no archive, or only a part of one") {
  const TemporaryFolder folder;
  const std::string neither = "it is neither a zip nor a tar archive; hand in exercise.cu";
  write_bytes(folder / "empty.zip", "");
  write_bytes(folder / "text.zip", "this is no archive, whatever its name says\n");
  write_bytes(folder / "text.tar.gz", deflated("this is no archive, whatever its name says\n", 31, Z_FINISH));
  write_bytes(folder / "rar.zip", "Rar!\x1a\x07\x01");
  REQUIRE(complaint_of_submission(folder / "empty.zip") == "the archive is empty; hand in exercise.cu");
  for (const char* name : {"text.zip", "text.tar.gz", "rar.zip"}) REQUIRE(complaint_of_submission(folder / name) == neither);
  REQUIRE(complaint_of_submission(folder / "gone.zip").starts_with("gone.zip cannot be read: "));

  std::string noise;  // that deflate cannot make smaller
  for (std::uint32_t i = 0, x = 1; i < 100'000; ++i) noise += static_cast<char>((x = x * 1664525 + 1013904223) >> 24);
  ArchiveMaker(folder / "whole.tar", "ustar").file("noise", noise).file("exercise.cu", kCode);
  ArchiveMaker(folder / "whole.tar.gz", "ustar", "gzip").file("noise", noise).file("exercise.cu", kCode);
  ArchiveMaker(folder / "whole.tar.xz", "ustar", "xz").file("noise", noise).file("exercise.cu", kCode);
  ArchiveMaker(folder / "whole.zip", "zip").file("noise", noise).file("exercise.cu", kCode);
  for (const std::string kind : {"tar", "tar.gz", "tar.xz", "zip"})
    for (const std::size_t kept : {50'000U, 100'040U}) {
      CAPTURE(kind, kept);
      const std::string whole = read_file(folder / ("whole." + kind));
      write_bytes(folder / ("part." + kind), whole.substr(0, kept));
      REQUIRE(complaint_of_submission(folder / ("whole." + kind)) == "");
      REQUIRE(complaint_of_submission(folder / ("part." + kind)).starts_with("the archive is damaged: "));
    }
}

TEST_CASE("an archive that ends after exercise.cu, but too early, is damaged, too") {
  const TemporaryFolder folder;
  ArchiveMaker(folder / "whole.tar", "ustar").file("exercise.cu", kCode).file("notes.txt", "done");
  const std::string whole = read_file(folder / "whole.tar");
  for (const std::size_t kept : {512U + 512 + 100, 512U + 512 + 512 + 2}) {
    write_bytes(folder / "part.tar", whole.substr(0, kept));
    REQUIRE(complaint_of_submission(folder / "part.tar").starts_with("the archive is damaged: "));
  }
}

TEST_CASE("a byte that was changed on the way is noticed") {
  const TemporaryFolder folder;
  ArchiveMaker(folder / "a.zip", "zip", "", "zip:compression=store").file("exercise.cu", kCode);
  std::string bytes = read_file(folder / "a.zip");
  bytes[bytes.find("__global__")] = 'x';
  write_bytes(folder / "a.zip", bytes);
  REQUIRE(complaint_of_submission(folder / "a.zip").starts_with("the archive is damaged: "));
}

TEST_CASE("an encrypted archive is refused as such") {
  const TemporaryFolder folder;
  const std::string kind = GENERATE("traditional", "aes256");
  ArchiveMaker(folder / "a.zip", "zip", "", "zip:encryption=" + kind).file("exercise.cu", kCode);
  REQUIRE(complaint_of_submission(folder / "a.zip") == "the archive is encrypted; hand it in without a password");
}

TEST_CASE("more entries than the limit are refused, in folders too") {
  const TemporaryFolder folder;
  const std::string complaint = "it holds more than 10000 files and folders; hand in exercise.cu alone";
  {
    ArchiveMaker most(folder / "most.zip", "zip"), more(folder / "more.zip", "zip");
    for (std::size_t i = 1; i < kMostEntries; ++i) most.file("f" + std::to_string(i), "");
    for (std::size_t i = 0; i < kMostEntries; ++i) more.file("f" + std::to_string(i), "");
    most.file("exercise.cu", kCode);
    more.file("exercise.cu", kCode);
  }
  REQUIRE(complaint_of_submission(folder / "most.zip") == "");
  REQUIRE(complaint_of_submission(folder / "more.zip") == complaint);
  write_bytes(folder / "folder/exercise.cu", kCode);
  for (std::size_t i = 0; i < kMostEntries; ++i) write_bytes(folder / ("folder/f" + std::to_string(i)), "");
  REQUIRE(complaint_of_submission(folder / "folder") == complaint);
  fs::create_directories(folder / "built");
  fs::rename(folder / "folder", folder / "built/build");
  write_bytes(folder / "built/exercise.cu", kCode);
  REQUIRE(complaint_of_submission(folder / "built") == "");
}

TEST_CASE("folders may be deep, but not without end") {
  const TemporaryFolder folder;
  fs::path deep = folder / "deep";
  for (int i = 0; i < 100; ++i) deep /= "d";
  write_bytes(deep / "exercise.cu", kCode);
  REQUIRE(complaint_of_submission(folder / "deep") == "its folders are nested more than 32 deep; hand in exercise.cu alone");
}

// ---- Bombs ----------------------------------------------------------------------------------------------------------

TEST_CASE("a zip of 10 GB is refused at once, whatever it says of itself") {
  const TemporaryFolder folder;
  const std::string name = GENERATE("exercise.cu", "notes.txt");
  struct Claim {
    std::uint32_t size;
    bool has_directory;
  };
  const Claim claim = GENERATE(values<Claim>({{4'000'000'000, true}, {100, true}, {100, false}, {0, false}}));
  CAPTURE(name, claim.size, claim.has_directory);
  const auto size = make_zip_bomb(folder / "a.zip", name, claim.size, claim.has_directory);
  REQUIRE(size > 9'000'000);
  REQUIRE(size < 20'000'000);
  require_quick([&] {
    const std::string complaint = complaint_of_submission(folder / "a.zip");
    REQUIRE((complaint == kTooLarge || complaint.starts_with("the archive is damaged: ")));  // newer libarchives see the lie first
  });
}

TEST_CASE("a tar of 10 GB is refused at once") {
  const TemporaryFolder folder;
  ArchiveMaker(folder / "a.tar", "gnutar").file("notes.txt", "");
  std::string header = read_file(folder / "a.tar").substr(0, 512), block(512, '\0');
  SECTION("in one file that says so") { header.replace(124, 11, "77777777777"); }  // its size, in octal
  SECTION("in a list without end, which no file's size counts") {
    const std::string part("00000000001\0", 12);                                     // of a sparse file: where it is, how long it is
    header.replace(156, 1, "S").replace(386, 24, part + part).replace(482, 1, "1");  // more follow
    for (std::size_t at = 0; at < 504; at += 12) block.replace(at, 12, part);
    block.replace(504, 1, "1");  // and more
  }
  REQUIRE(make_gzip_bomb(folder / "a.tar.gz", with_checksum(header), block) < 60'000'000);
  require_quick([&] { REQUIRE(complaint_of_submission(folder / "a.tar.gz") == kTooLarge); });
}

TEST_CASE("many files that are each small are counted together") {
  const TemporaryFolder folder;
  const std::string megabyte(1024 * 1024, 'a');
  const std::string format = GENERATE("zip", "ustar");
  for (const int count : {63, 65}) {
    {
      ArchiveMaker maker(folder / "a", format, format == "zip" ? "" : "gzip");
      maker.file("exercise.cu", kCode);
      for (int i = 0; i < count; ++i) maker.file("f" + std::to_string(i), megabyte);
    }
    require_quick([&] { REQUIRE(complaint_of_submission(folder / "a") == (count == 63 ? "" : kTooLarge)); });
  }
}

TEST_CASE("an archive that is itself larger than the limit is not looked at") {
  const TemporaryFolder folder;
  write_bytes(folder / "a.zip", "PK\x03\x04");
  fs::resize_file(folder / "a.zip", 10'000'000'000);
  require_quick([&] { REQUIRE(complaint_of_submission(folder / "a.zip") == kTooLarge); });
}

// ---- Who handed in what ---------------------------------------------------------------------------------------------

TEST_CASE("a folder of submissions is one each") {
  const TemporaryFolder folder;
  write_bytes(folder / "class/bob/exercise.cu", kCode);
  write_bytes(folder / "class/eve/src/exercise.cu", kCode);
  write_bytes(folder / "class/dan.cu", kCode);
  write_bytes(folder / "class/carl.notes", "not an archive");
  write_bytes(folder / "class/.DS_Store", "");
  write_bytes(folder / "class/build/exercise.cu", "");
  fs::create_directories(folder / "class/nobody");
  ArchiveMaker(folder / "class/alice.smith.tar.gz", "ustar", "gzip").file("exercise.cu", kCode);
  ArchiveMaker(folder / "class/zoe.zip", "zip").file("exercise.cu", kCode);
  REQUIRE(students({folder / "class"}) == Names{"alice.smith", "bob", "carl", "dan", "eve", "nobody", "zoe"});
  REQUIRE(students({folder / "class/"}) == students({folder / "class"}));
  REQUIRE(students({folder / "class/zoe.zip", folder / "class/bob/"}) == Names{"bob", "zoe"});
}

TEST_CASE("a folder of which exercise.cu is a part is one submission, and so is one with nothing in it") {
  const TemporaryFolder folder;
  write_bytes(folder / "bob/exercise.cu", kCode);
  write_bytes(folder / "bob/old/exercise.cu", kCode);
  write_bytes(folder / "bob/other.cu", kCode);
  write_bytes(folder / "carl/notes.txt", "");
  fs::create_directories(folder / "dan");
  fs::create_directories(folder / "eve");
  fs::create_symlink("/etc/passwd", folder / "eve/exercise.cu");
  REQUIRE(students({folder / "carl", folder / "bob", folder / "dan", folder / "eve"}) == Names{"bob", "carl", "dan", "eve"});
}

TEST_CASE("two of one name are told apart by what is around them") {
  const TemporaryFolder folder;
  for (const char* path : {"one/bob/exercise.cu", "two/bob/exercise.cu", "two/eve/exercise.cu", "two/eve.cu"})
    write_bytes(folder / path, kCode);
  REQUIRE(students({folder / "one", folder / "two"}) == Names{"eve", "eve.cu", "one_bob", "two_bob"});
  REQUIRE(students({folder / "two", folder / "one"}) == students({folder / "one", folder / "two"}));
  REQUIRE(students({folder / "one/bob/exercise.cu", folder / "two/bob/exercise.cu"}) == Names{"one_bob", "two_bob"});
  REQUIRE(students({folder / "two/eve/exercise.cu"}) == Names{"eve"});
  write_bytes(folder / "three/one_bob.cu", kCode);
  const Names names = students({folder / "one", folder / "two", folder / "three"});
  REQUIRE(std::set<std::string>(names.begin(), names.end()).size() == 5);
}

TEST_CASE("a submission that is named twice is graded once") {
  const TemporaryFolder folder;
  write_bytes(folder / "class/bob/exercise.cu", kCode);
  write_bytes(folder / "class/eve/exercise.cu", kCode);
  REQUIRE(students({folder / "class", folder / "class/bob", folder / "class/./eve/"}) == Names{"bob", "eve"});
  REQUIRE(students({folder / "class/bob/exercise.cu", folder / "class"}) == Names{"bob", "eve"});
}

TEST_CASE("a student's name is fit for tables and file names") {
  const TemporaryFolder folder;
  write_bytes(folder / "class/a\nb\x1b.cu", kCode);
  write_bytes(folder / "class/Gr\xf6n.cu", kCode);
  REQUIRE(students({folder / "class"}) == Names{"Gr\uFFFDn", "a b\uFFFD"});
  write_bytes(folder / "..zip", kCode);
  for (const std::string& name : students({folder / "..zip"})) REQUIRE(name == "..zip");
}

TEST_CASE("no student is called as a table of the class, nor too long for a folder") {
  const TemporaryFolder folder;
  write_bytes(folder / "class/grades.csv/exercise.cu", kCode);
  write_bytes(folder / "class/junit.xml.cu", kCode);
  write_bytes(folder / "class/similar.html.cu", kCode);
  write_bytes(folder / ("class/" + std::string(250, '\xf6') + ".cu"), kCode);
  const Names names = students({folder / "class"});
  REQUIRE(names.size() == 4);
  CHECK(names[0] == "class_grades.csv");
  CHECK(names[1] == "junit.xml.cu");
  CHECK(names[2] == "similar.html.cu");
  CHECK(names[3].size() <= 200);
  CHECK(first_not_utf8(names[3]) == std::string::npos);
}

TEST_CASE("names that differ only in what cannot be shown are numbered") {
  const TemporaryFolder folder;
  write_bytes(folder / "class/a\x01.cu", kCode);
  write_bytes(folder / "class/a\x02.cu", kOther);
  write_bytes(folder / "class/b.cu", kCode);
  const std::vector<Submission> found = find_submissions({folder / "class"});
  REQUIRE(found.size() == 3);
  CHECK(found[0].student == "a\uFFFD-1");
  CHECK(found[1].student == "a\uFFFD-2");
  CHECK(found[2].student == "b");
  CHECK(read_submission(found[0].path, kLesson).text == kCode);
  CHECK(read_submission(found[1].path, kLesson).text == kOther);
}

TEST_CASE("a path that is not there is wrong usage") {
  REQUIRE_THROWS_WITH(find_submissions({"/nowhere/alice.zip"}), "/nowhere/alice.zip: there is no such file or folder");
}
