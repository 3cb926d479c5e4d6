/// @file
/// @brief However a program ends, its hazards are printed once; and it ends as it would have, except that status 0 may become 1.
#include <chrono>
#include <csignal>
#include <string>

#include "catch.hpp"
#include "support/processes/process.hpp"

using lockstep::Outcome;
using lockstep::run_shell;
using namespace lockstep::testing;

namespace {

struct Ending {
  const char* how;
  Outcome::End end;
  int code;
};

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

Outcome run(const std::string& environment, const std::string& how) {
  return run_shell(environment + " exec '" LOCKSTEP_BINARY_DIR "/hazard_cases' ends '" + how + "'");
}

}  // namespace

TEST_CASE("hazards are printed however the program ends") {
  using End = Outcome::End;
  const Ending ending = GENERATE(values<Ending>({{"return", End::exited, 1},
                                                 {"exit 3", End::exited, 3},
                                                 {"exit -1", End::exited, 255},
                                                 {"exit -256", End::exited, 1},  // the system sees the low eight bits
                                                 {"exit 256", End::exited, 1},
                                                 {"exit 259", End::exited, 3},
                                                 {"quick_exit 0", End::exited, 1},
                                                 {"quick_exit 3", End::exited, 3},
                                                 {"_Exit 0", End::exited, 1},
                                                 {"_exit 256", End::exited, 1},
                                                 {"_exit -1", End::exited, 255},
                                                 {"child 0", End::exited, 1},
                                                 {"exiting_child 0", End::exited, 1},
                                                 {"vfork 0", End::exited, 1},
                                                 {"abort", End::signalled, SIGABRT},
                                                 {"throw", End::signalled, SIGABRT},
                                                 {"touch", End::signalled, SIGSEGV}}));
  DYNAMIC_SECTION(ending.how) {
    const Outcome outcome = run("LOCKSTEP_CHECK=1", ending.how);
    INFO(outcome.err);
    REQUIRE(outcome.end == ending.end);
    REQUIRE(outcome.code == ending.code);
    REQUIRE(occurrences(outcome.err, "lockstep: error: out-of-bounds in kernel set") == 1);
    REQUIRE(outcome.err.find("\nlockstep: 1 error\n") != std::string::npos);
  }
}

TEST_CASE("hazards are printed when a signal ends the program, also while it prints") {
  const char* const how = GENERATE("signal", "printing");
  const int signal = GENERATE(SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU, SIGILL, SIGTRAP);
  CAPTURE(how, signal);
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = run("LOCKSTEP_CHECK=1", how + (' ' + std::to_string(signal)));
  INFO(outcome.err);
  REQUIRE(outcome.end == Outcome::End::signalled);
  REQUIRE(outcome.code == signal);
  REQUIRE(occurrences(outcome.err, "lockstep: error: out-of-bounds in kernel set") == 1);
  REQUIRE(std::chrono::steady_clock::now() - begin < std::chrono::seconds(4));
}

TEST_CASE("a signal that is ignored stays so") {
  const Outcome outcome = run_shell("trap '' HUP; LOCKSTEP_CHECK=1 exec '" LOCKSTEP_BINARY_DIR "/hazard_cases' ends 'signal 1'");
  INFO(outcome.err);
  REQUIRE(outcome.end == Outcome::End::exited);
  REQUIRE(outcome.code == 1);
}

TEST_CASE("without the check nothing is printed, and nothing changed") {
  const std::string environment = GENERATE("", "LOCKSTEP_CHECK=0", "LOCKSTEP_CHECK=");
  CAPTURE(environment);
  const Outcome outcome = run(environment, "return");
  REQUIRE(outcome.err.empty());
  REQUIRE(outcome.succeeded());
}

TEST_CASE("a setting that means nothing is one line and status 2, and the program gets nowhere") {
  const std::string environment =
      GENERATE("LOCKSTEP_CHECK=maybe", "LOCKSTEP_SHUFFLE=abc", "LOCKSTEP_SHUFFLE=-1", "LOCKSTEP_WORKERS=2x", "LOCKSTEP_PATIENCE=soon",
               "LOCKSTEP_TAKE_TURNS=2", "LOCKSTEP_MISREAD=1", "LOCKSTEP_MISREAD=4/4", "LOCKSTEP_MISREAD=1/x");
  CAPTURE(environment);
  const Outcome outcome = run(environment, "return");
  REQUIRE(outcome.end == Outcome::End::exited);
  REQUIRE(outcome.code == 2);
  REQUIRE(outcome.out.empty());
  REQUIRE(outcome.err.find("lockstep: error: " + environment.substr(0, environment.find('=')) + " must be ") == 0);
  REQUIRE(occurrences(outcome.err, "\n") == 1);
}
