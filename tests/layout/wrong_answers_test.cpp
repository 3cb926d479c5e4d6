/// @file
/// @brief Wrong answers that are patches are made from the current solution; one that does not fit it ends the build, with its line.
#include <filesystem>
#include <string>

#include "catch.hpp"
#include "skipped.hpp"
#include "support/output_file.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSolution = "#include \"exercise.hpp\"\nint one() {\n  return 1;\n}\n";
constexpr const char* kDiff =
    "\n--- exercise.cu\n+++ two.cu\n@@ -1,4 +1,4 @@\n #include \"exercise.hpp\"\n int one() {\n-  return 1;\n+  return 2;\n }\n";

std::string with_head(const std::string& diff) { return "Returns two.\nRejected by: part1\n" + diff; }

/// A lesson's solution with one wrong answer, two.patch.
class Solution {
 public:
  Solution(const std::string& solution, const std::string& patch) {
    lockstep::write_file(folder_ / "exercise.cu", solution);
    lockstep::write_file(folder_ / "two.patch", patch);
    fs::create_directory(folder_ / "build");
  }

  Outcome build() const {
    return run_shell("cd " + folder_.path().string() +
                     " && sh " LOCKSTEP_SOURCE_DIR "/cmake/wrong_answers.sh build/all.cu exercise.cu two.patch");
  }
  std::string built(const std::string& name) const { return read_file(folder_ / ("build/" + name)); }

  /// That the build says this one line, and leaves nothing that could be compiled.
  void require_refused(const std::string& line) const {
    const Outcome outcome = build();
    REQUIRE(outcome.code == 1);
    REQUIRE(outcome.err == line + "\n");
    REQUIRE(!fs::exists(folder_ / "build/all.cu"));
  }

 private:
  TemporaryFolder folder_;
};

bool there_is_no_patch() {
  if (run_shell("command -v patch").succeeded()) return false;
  note_skipped("there is no patch (./lockstep setup --all installs it)");
  return true;
}

}  // namespace

TEST_CASE("wrong answers: a patch becomes the solution with its mistake") {
  if (there_is_no_patch()) return;
  const std::string moved = GENERATE("", "// a line more above\n");
  const Solution solution(moved + kSolution, with_head(kDiff));
  const Outcome outcome = solution.build();
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  REQUIRE(solution.built("wrong/two.cu") == moved + "#include \"exercise.hpp\"\nint one() {\n  return 2;\n}\n");
  REQUIRE(solution.built("all.cu") == "#include \"exercise.hpp\"\nnamespace two {\n#include \"build/wrong/two.cu\"\n}\n");
}

TEST_CASE("wrong answers: a patch that the solution has left behind is refused") {
  if (there_is_no_patch()) return;
  const std::string drifted = GENERATE("#include \"exercise.hpp\"\nint one() {\n  return 1 + 0;\n}\n",
                                       "#include \"exercise.hpp\"\nint first() {\n  return 1;\n}\n");  // a line beside the mistake
  Solution(drifted, with_head(kDiff))
      .require_refused(
          "two.patch:6: error: no longer fits exercise.cu, where line 1 or one below it has changed: update these lines in the patch");
}

TEST_CASE("wrong answers: a patch says by which part it is to be rejected, and has a diff") {
  if (there_is_no_patch()) return;
  const std::string head = GENERATE("Returns two.\n", "Returns two.\nRejected by: all\n");
  Solution(kSolution, head + kDiff)
      .require_refused("two.patch:1: error: no line says which part must reject it, such as 'Rejected by: part1'");
  Solution(kSolution, with_head(""))
      .require_refused(
          "two.patch:1: error: this is not a diff that can be applied: patch: **** Only garbage was found in the patch input.");
}
