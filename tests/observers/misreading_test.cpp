/// @file
/// @brief LOCKSTEP_MISREAD: the warps that are chosen read wrong values, of all kinds of memory, and nobody else does.
#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

/// Of a kind of memory, how many elements each warp read wrongly.
struct Wrong {
  std::string kind;
  std::array<int, 4> of_warp{};
};

std::vector<Wrong> table_in(const std::string& text) {
  std::vector<Wrong> table;
  std::istringstream words(text);
  for (Wrong row; words >> row.kind >> row.of_warp[0] >> row.of_warp[1] >> row.of_warp[2] >> row.of_warp[3];) table.push_back(row);
  return table;
}

class Misreader {
 public:
  Misreader() {
    const lockstep::Outcome compiled = cc({LOCKSTEP_SOURCE_DIR "/tests/observers/programs/misreading.cu", "-o", program_});
    INFO(compiled.err);
    REQUIRE(compiled.succeeded());
  }
  lockstep::Outcome run(const std::string& setting) const { return run_program("/usr/bin/env", {"LOCKSTEP_MISREAD=" + setting, program_}); }

 private:
  TemporaryFolder folder_;
  std::string program_ = folder_ / "misreading";
};

bool is_never_wrong(const std::string& kind) {
  constexpr std::array kNever{"table", "same", "own", "again", "atomics"};
  return std::ranges::find(kNever, kind) != kNever.end();
}

}  // namespace

TEST_CASE("each kind of memory is read wrongly by the chosen warps alone, and is as before afterwards") {
  const Misreader program;
  for (const int remainder : {0, 1, 2, 3}) {
    const lockstep::Outcome outcome = program.run(std::to_string(remainder) + "/4");
    CAPTURE(remainder, outcome.out, outcome.err);
    REQUIRE(outcome.succeeded());
    const std::vector<Wrong> table = table_in(outcome.out);
    REQUIRE(table.size() == 14);
    for (const auto& [kind, of_warp] : table)
      for (int warp = 0; warp < 4; ++warp) {
        CAPTURE(kind, warp);
        if (warp == remainder && !is_never_wrong(kind))
          CHECK(of_warp.at(static_cast<std::size_t>(warp)) > 16);  // another element may hold the same number, or be the same
        else
          CHECK(of_warp.at(static_cast<std::size_t>(warp)) == 0);
      }
    CHECK(outcome.out.ends_with("as before\n"));
  }
}

TEST_CASE("without the setting nothing is read wrongly") {
  const lockstep::Outcome outcome = Misreader().run("");
  CAPTURE(outcome.out);
  const std::vector<Wrong> table = table_in(outcome.out);
  REQUIRE(table.size() == 14);
  for (const auto& [kind, of_warp] : table) CHECK(of_warp == std::array{0, 0, 0, 0});
  CHECK(outcome.succeeded());
}
