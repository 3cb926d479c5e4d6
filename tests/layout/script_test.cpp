/// @file
/// @brief The script: wrong usage gets one line and the documented status, and nothing is built for it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "catch.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/text.hpp"
#include "texts.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

Outcome script(const std::vector<std::string>& arguments) { return run_program(LOCKSTEP_SOURCE_DIR "/lockstep", arguments); }

}  // namespace

TEST_CASE("wrong usage of the script") {
  const std::vector<std::string> call = GENERATE(values<std::vector<std::string>>({
      {"frobnicate"},
      {""},
      {"list", "--backend="},
      {"list", "--backend", ""},
      {"run"},
      {"run", "99"},
      {"run", "dot_prodct"},
      {"debug"},
      {"debug", "99", "--kernel", "v3"},
      {"debug", "03"},
      {"debug", "03", "--kernel", "v0"},
      {"debug", "03", "--kernel", "v3", "--thread", "5x"},
      {"debug", "03", "--kernel", "v3", "--block", "1,,2"},
      {"debug", "03", "--kernel", "v3", "--backend", "cuda"},
      {"run", "04", "--backend"},
      {"--backend", "opencl", "run", "04"},
      {"test", "04"},
      {"test", ""},
      {"test", "cc", "bench"},
      {"test", "cc", "--backend", "cuda"},
      {"list", "04"},
      {"doctor", "now"},
      {"docs", "04"},
      {"setup", "--everything"},
      {"setup", "--all", "now"},
      {"step"},
      {"step", "99"},
      {"step", "03"},
      {"step", "03", "--kernel", "v77"},
      {"step", "03", "--kernel", "v3", "--against", "v77"},
      {"step", "03", "--kernel", "v3", "--exercise"},
      {"step", "03", "--kernel", "v3", "--terminal", "-o", "page.html"},
      {"step", "03", "--kernel", "v3", "--backend", "cuda"},
      {"step", "trace.json", "--kernel", "v3"},
      {"step", "trace.json", "trace.json", "trace.json"},
      {"check"},
      {"check", "99"},
      {"watch"},
      {"watch", "dot_prodct"},
      {"watch", "04", "--backend", "opencl"},
      {"bench", "99"},
      {"bench", "04", "--compare"},
      {"bench", "--out"},
      {"bench", "--out", ""},
      {"bench", "--nope"},
      {"bench", "--nope=3", "04"},
      {"grade"},
      {"grade", "submissions"},
      {"grade", "submissions", "--lesson"},
      {"grade", "submissions", "--lesson", "99"},
      {"grade", "submissions", "--lesson", "04", "--lesson=05"},
      {"grade", "submissions", "--lesson=04", "--backend", "cuda"},
      {"--backend", "cuda", "profile", "program"},
      {"--backend=cuda", "check-program", "program", "--backend", "sim"},
  }));
  const Outcome outcome = script(call);
  CAPTURE(outcome.err);
  REQUIRE(outcome.code == 2);
  REQUIRE(outcome.out.empty());
  REQUIRE(lines(outcome.err) == 1);
  REQUIRE(outcome.err.starts_with("lockstep: "));
}

TEST_CASE("without a GPU nothing is measured") {
  for (const auto& call : {std::vector<std::string>{"bench", "--backend", "sim"}, {"--backend=sim", "bench", "04"}}) {
    const Outcome outcome = script(call);
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 3);
    REQUIRE(lines(outcome.err) == 1);
    REQUIRE(outcome.err.starts_with("lockstep: bench measures a GPU"));
  }
}

TEST_CASE("a lesson goes by number, by name, and by any path into it") {
  const std::string root = LOCKSTEP_SOURCE_DIR;
  for (const std::string& word : {std::string("4"), std::string("04"), std::string("dot_product"), std::string("04_dot_product"),
                                  root + "/lessons/04_dot_product", root + "/lessons/04_dot_product/exercise.cu",
                                  root + "/tests/../lessons/04_dot_product/", root + "/solutions/04_dot_product/exercise.cu"}) {
    CAPTURE(word);
    CHECK(script({"bench", word, "--backend", "sim"}).code == 3);  // the lesson is known, and the GPU is missing
  }
  const Outcome outcome = script({"bench", root + "/README.md", "--backend", "sim"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.starts_with("lockstep: there is no lesson '" + root + "/README.md'; there are "));
}

TEST_CASE("the script explains itself") {
  for (const auto& call : {std::vector<std::string>{}, {"help"}, {"--help"}}) {
    const Outcome outcome = script(call);
    REQUIRE(outcome.code == 0);
    for (const char* verb : {"run", "check", "watch", "step", "debug", "grade", "bench", "profile", "check-program"})
      REQUIRE(outcome.out.find(std::string("./lockstep ") + verb) != std::string::npos);
  }
}

TEST_CASE("each verb explains itself, and says its options") {
  for (const char* verb :
       {"run", "check", "watch", "list", "test", "step", "cc", "profile", "check-program", "debug", "docs", "doctor", "setup"})
    for (const char* help : {"-h", "--help"}) {
      CAPTURE(verb, help);
      const Outcome outcome = script({verb, help});
      CHECK(outcome.code == 0);
      CHECK(outcome.out.starts_with(std::string("  ./lockstep ") + verb + " "));
      CHECK(outcome.out.find("./lockstep bench") == std::string::npos);
    }
  for (const auto& call : {std::vector<std::string>{"step", "--help"}, {"step", "03", "--help"}, {"step", "trace.json", "-h"}}) {
    const Outcome outcome = script(call);
    CAPTURE(outcome.out, outcome.err);
    CHECK(outcome.code == 0);
    for (const char* part :
         {"--kernel VALUE", "--at VALUE", "--draw VALUE", "--terminal", "\n  ./lockstep step 03 ", "\n  ./lockstep step 06 "})
      CHECK(outcome.out.find(part) != std::string::npos);
  }
  CHECK(script({"test", "cc", "--help"}).out.find("areas") != std::string::npos);  // and runs no test
}

TEST_CASE("list shows every version with its idea") {
  const Outcome outcome = script({"list"});
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.code == 0);
  for (const char* part :
       {"04 · Dot product", "v0_cpu", "v1_naive", "v10_last_block", "fixed order", "v0_cpu_openmp", "v9_streams ", "v10_short_ends"}) {
    CAPTURE(part);
    REQUIRE(outcome.out.find(part) != std::string::npos);
  }
}

TEST_CASE("list fits 80 columns, also where the script is reached by a link") {
  const TemporaryFolder folder;
  const std::string link = folder / "a link";
  std::filesystem::create_symlink(LOCKSTEP_SOURCE_DIR "/lockstep", link);
  const Outcome outcome = run_program(link, {"list"});
  CAPTURE(outcome.err);
  REQUIRE(outcome.code == 0);
  REQUIRE(outcome.err.empty());
  REQUIRE(outcome.out == script({"list"}).out);
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(lockstep::display_width(line) <= 80);
  }
}

TEST_CASE("the scripts pass shellcheck") {
  if (std::system("command -v shellcheck >/dev/null 2>&1") != 0) {
    WARN("shellcheck is not installed (./lockstep setup --all installs it): the scripts were not checked");
    return;
  }
  const Outcome outcome =
      run_program("/usr/bin/env", {"shellcheck", "-x", LOCKSTEP_SOURCE_DIR "/lockstep", LOCKSTEP_SOURCE_DIR "/.ci/run",
                                   LOCKSTEP_SOURCE_DIR "/common/sim/cc.sh", LOCKSTEP_SOURCE_DIR "/common/sim/cc/options.sh",
                                   LOCKSTEP_SOURCE_DIR "/common/sim/cc/libraries.sh", LOCKSTEP_SOURCE_DIR "/common/sim/cc/missing.sh",
                                   LOCKSTEP_SOURCE_DIR "/common/grading/intake/build_submission.sh",
                                   LOCKSTEP_SOURCE_DIR "/common/site/site.sh", LOCKSTEP_SOURCE_DIR "/common/site/page_lockstep.sh",
                                   LOCKSTEP_SOURCE_DIR "/tests/systems/fresh.sh", LOCKSTEP_SOURCE_DIR "/cmake/wrong_answers.sh"});
  CAPTURE(outcome.out);
  REQUIRE(outcome.code == 0);
}
