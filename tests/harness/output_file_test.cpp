/// @file
/// @brief Tests that files appear whole or not at all.
#include "support/output_file.hpp"
#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep;
using namespace lockstep::testing;

TEST_CASE("A file is written, or replaced", "[output]") {
  const TemporaryFolder folder;
  write_file(folder / "f", "one");
  CHECK(read_file(folder / "f") == "one");
  write_file(folder / "f", "a longer second");
  CHECK(read_file(folder / "f") == "a longer second");
}

TEST_CASE("What is pending leaves the old file alone until it is committed", "[output]") {
  const TemporaryFolder folder;
  write_file(folder / "f", "old");
  {
    const PendingFile pending(folder / "f");
    std::ofstream(pending.path()) << "half of the n";
  }
  CHECK(read_file(folder / "f") == "old");
  std::filesystem::remove(folder / "f");
  CHECK(folder.empty());
}

TEST_CASE("A test for writing changes nothing", "[output]") {
  const TemporaryFolder folder;
  require_writable(folder / "f");
  CHECK(folder.empty());
  write_file(folder / "f", "old");
  require_writable(folder / "f");
  CHECK(read_file(folder / "f") == "old");
}

TEST_CASE("What cannot be written is refused with its name", "[output]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(require_writable(folder / "missing/f"), UsageError);
  CHECK_THROWS_AS(write_file(folder / "missing/f", "x"), UsageError);
  CHECK_THROWS_AS(require_writable(folder / ""), UsageError);
  try {
    require_writable(folder / "missing/f");
  } catch (const UsageError& error) {
    CHECK(std::string(error.what()).find("missing/f: No such file or directory") != std::string::npos);
  }
}

TEST_CASE("A target that is no regular file is written to, not replaced", "[output]") {
  require_writable("/dev/null");
  write_file("/dev/null", "gone");
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK_THROWS_AS(write_file("/dev/full", "there is no room"), UsageError);
}
