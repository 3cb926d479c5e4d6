/// @file
/// @brief Programs that crash, loop or lie are found out, each with a message that says what it did.
#include <cstdlib>
#include <string>

#include "../../lessons/04_dot_product/problem.hpp"
#include "catch.hpp"
#include "grading/verdict/protocol.hpp"

using namespace std::chrono_literals;
using lockstep::ProcessLimits;
using lockstep::testing::complaint;

namespace {

const std::filesystem::path kLiar = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "tests/lessons/fakes/lesson.sh";
const std::filesystem::path kHonest = std::filesystem::path(LOCKSTEP_LESSON_DIR) / "04_dot_product";

/// What the tester says of tests/lessons/fakes/lesson.sh where it behaves as `behaviour` says, after the question.
std::string said_of(const std::string& behaviour, const ProcessLimits& limits = {}) {
  ::setenv("HONEST_PROGRAM", kHonest.c_str(), 1);
  const std::string said = complaint<DotProduct>(kLiar, {.version = behaviour, .size = {33}}, lockstep::as_process(limits));
  const std::string question = behaviour + " --size 33 --seed 1, exact inputs: ";
  if (said.empty()) return said;
  REQUIRE(said.substr(0, question.size()) == question);
  return said.substr(question.size());
}

}  // namespace

TEST_CASE("protocol: a program that keeps to it passes", "[protocol]") { CHECK(said_of("honest").empty()); }

TEST_CASE("protocol: a crash", "[protocol]") { CHECK(said_of("crash") == "was ended by signal 11 (Segmentation fault)"); }

TEST_CASE("protocol: a loop", "[protocol]") {
  const std::string behaviour = GENERATE("loop", "flood", "wait_for_child");
  CHECK(said_of(behaviour, {.wall = 300ms}) == "was still running after 0.3 s, and was stopped");
}

TEST_CASE("protocol: no answer", "[protocol]") {
  const std::string behaviour = GENERATE("silent", "boast", "leave_child", "folder");
  CHECK(said_of(behaviour) == "ended well, but wrote no output file");
}

TEST_CASE("protocol: an answer of the wrong length", "[protocol]") {
  CHECK(said_of("short") == "wrote 3 bytes of output instead of 4");
  CHECK(said_of("long") == "wrote 5 bytes of output instead of 4");
}

TEST_CASE("protocol: a wrong answer", "[protocol]") {
  const auto inputs = DotProduct::make_inputs({33}, 1, lockstep::InputKind::exact);
  const auto right = static_cast<int>(DotProduct::reference(inputs).sum);
  const std::string rest = "; " + std::to_string(right) + " is right, give or take 0 (integers add without error)";
  CHECK(said_of("nan") == "sum[0] is nan" + rest);
  CHECK(said_of("zero") == "sum[0] is 0" + rest);
}

TEST_CASE("protocol: the right answer with a status that says failure", "[protocol]") {
  CHECK(said_of("status") == "exited with status 3; it said: something went wrong\n");
}
