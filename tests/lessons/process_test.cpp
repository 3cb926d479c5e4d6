/// @file
/// @brief Running programs that do not behave.
#include <chrono>
#include <string>
#include <system_error>

#include "catch.hpp"
#include "support/processes/process.hpp"

using namespace std::chrono_literals;
using lockstep::describe;
using lockstep::Outcome;
using lockstep::ProcessLimits;
using lockstep::run_program;

namespace {

Outcome shell(const std::string& script, const ProcessLimits& limits = {}) { return run_program("/bin/sh", {"-c", script}, limits); }

}  // namespace

TEST_CASE("process: both outputs and the status come back", "[process]") {
  const Outcome outcome = shell("printf out; printf err >&2; exit 7");
  CHECK(outcome.end == Outcome::End::exited);
  CHECK(outcome.code == 7);
  CHECK(outcome.out == "out");
  CHECK(outcome.err == "err");
  CHECK_FALSE(outcome.succeeded());
  CHECK(describe(outcome, {}) == "exited with status 7");
  CHECK(shell("exit 0").succeeded());
}

TEST_CASE("process: arguments arrive as they are, and there is no input to wait for", "[process]") {
  const Outcome outcome = run_program("/bin/sh", {"-c", "cat; printf '<%s>' \"$@\"", "sh", "a b", "", "$HOME;"});
  CHECK(outcome.out == "<a b><><$HOME;>");
}

TEST_CASE("process: a signal is named", "[process]") {
  const Outcome outcome = shell("kill -SEGV $$");
  CHECK(outcome.end == Outcome::End::signalled);
  CHECK_FALSE(outcome.succeeded());
  CHECK(describe(outcome, {}) == "was ended by signal 11 (Segmentation fault)");
}

TEST_CASE("process: what loops is stopped", "[process]") {
  const ProcessLimits limits{.wall = 200ms};
  const std::string script =
      GENERATE("while :; do :; done", "trap '' TERM INT HUP; while :; do :; done", "sleep 60 & wait", "exec >&- 2>&-; sleep 60");
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = shell(script, limits);
  CHECK(std::chrono::steady_clock::now() - start < 5s);
  CHECK(outcome.end == Outcome::End::stopped);
  CHECK_FALSE(outcome.succeeded());
  CHECK(describe(outcome, limits) == "was still running after 0.2 s, and was stopped");
}

TEST_CASE("process: a flood of output is cut, and the clock goes on", "[process]") {
  const Outcome outcome = shell("while :; do echo 0123456789012345678901234567890123456789; done", {.wall = 200ms, .kept_bytes = 100});
  CHECK(outcome.end == Outcome::End::stopped);
  const std::size_t cut = outcome.out.find(" bytes are left out here]\n");
  REQUIRE(cut != std::string::npos);
  CHECK(outcome.out.size() < 200);
  CHECK(outcome.out.starts_with("0123456789012345678901234567890123456789\n012345678\n["));
}

TEST_CASE("process: children left behind neither hold up the caller nor live on", "[process]") {
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = shell("sleep 60 & echo $!");
  CHECK(outcome.succeeded());
  CHECK(std::chrono::steady_clock::now() - start < 5s);
  const std::string state = "/proc/" + outcome.out.substr(0, outcome.out.find('\n')) + "/status";
  CHECK(shell("for i in 1 2 3 4 5 6 7 8 9; do grep -q '^State:.[^ZX]' " + state + " || exit 0; sleep 0.1; done; exit 1").succeeded());
}

TEST_CASE("process: a program that is not there", "[process]") {
  CHECK_THROWS_AS(run_program("/nonexistent/program", {}), std::system_error);
}
