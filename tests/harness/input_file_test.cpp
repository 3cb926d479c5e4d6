/// @file
/// @brief Tests that a user's file is read whole, or not at all.
#include "support/input_file.hpp"
#include "catch.hpp"
#include "support/output_file.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

void ignore(std::string_view, std::string_view) {}

}  // namespace

TEST_CASE("A file of several pieces is read whole, and each piece is inspected once", "[input]") {
  const TemporaryFolder folder;
  std::string written(2'500'000, ' ');
  for (std::size_t i = 0; i < written.size(); ++i) written[i] = static_cast<char>(i % 251);
  write_file(folder / "f", written);
  std::string inspected;
  const std::string content = read_content(folder / "f", [&](std::string_view so_far, std::string_view piece) {
    inspected += piece;
    CHECK((so_far == inspected));  // in brackets: a failure prints no megabytes
  });
  CHECK((content == written));
  CHECK((inspected == written));
}

TEST_CASE("An empty file is inspected, too", "[input]") {
  const TemporaryFolder folder;
  write_file(folder / "f", "");
  int inspections = 0;
  CHECK(read_content(folder / "f", [&](std::string_view, std::string_view) { ++inspections; }).empty());
  CHECK(inspections == 1);
}

TEST_CASE("A file without an end is given up when its inspector says so", "[input]") {
  CHECK_THROWS_WITH(read_content("/dev/zero", [](std::string_view, std::string_view) { throw UsageError("it is dull"); }), "it is dull");
}

TEST_CASE("What cannot be read is said, and by reading() of which file", "[input]") {
  const TemporaryFolder folder;
  const std::string path = folder / "none";
  CHECK_THROWS_WITH(read_content(path, ignore), "No such file or directory");
  CHECK_THROWS_WITH(read_content(folder / "", ignore), "it is a directory");
  CHECK_THROWS_WITH(require_readable(path), "No such file or directory");
  CHECK_THROWS_WITH(reading(path, [&] { return read_content(path, ignore); }), "cannot read " + path + ": No such file or directory");
  CHECK(reading(path, [] { return 5; }) == 5);
}
