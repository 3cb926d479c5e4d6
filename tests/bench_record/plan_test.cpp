/// @file
/// @brief Plans are read line by line, and a line that is not a run is named.
#include "bench/plan.hpp"

#include <functional>

#include "catch.hpp"
#include "fake_course.hpp"
#include "lockstep/usage_error.hpp"

using namespace lockstep::bench;
using lockstep::UsageError;
using lockstep::testing::FakeCourse;

namespace {

std::vector<PlannedRun> plan(const std::string& text) {
  const FakeCourse course;
  course.plan("01_fake", text);
  return read_plan(plan_of(course.root(), "01_fake"));
}

std::string refusal(const std::string& text) {
  try {
    plan(text);
    return "no error";
  } catch (const UsageError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("plan: a run a line, comments and blank lines between them") {
  const auto runs = plan("# sizes\nsize_2p20: --size 2^20\n\n  # a comment\nsweep_block:  --sweep block=64,128  --grid 240 \nplain:\n");
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].name == "size_2p20");
  CHECK(runs[0].options == std::vector<std::string>{"--size", "2^20"});
  CHECK(runs[1].options == std::vector<std::string>{"--sweep", "block=64,128", "--grid", "240"});
  CHECK(runs[2].options.empty());
  CHECK_FALSE(runs[0].of_solution);
}

TEST_CASE("plan: a run of the exercise's solution says so first") {
  const auto runs = plan("solution: --solution --size 2^28\n");
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].of_solution);
  CHECK(runs[0].options == std::vector<std::string>{"--size", "2^28"});
}

TEST_CASE("plan: what is no run is told with its line") {
  const auto starts = [](const std::string& text, const std::string& where) {
    const std::string message = refusal(text);
    CAPTURE(message);
    CHECK(message.find("01_fake/bench.txt:" + where) != std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
  };
  starts("size_2p20 --size 2^20\n", "1: 'size_2p20 --size 2^20' is not a run");
  starts("\n# one\n: --size 4\n", "3: ': --size 4' is not a run");
  starts("Size: --size 4\n", "1: 'Size: --size 4' is not a run");
  starts("../x: --size 4\n", "1: ");
  starts("a: --size 4\nb: --size 8\na: --size 16\n", "3: two runs are named a");
  starts("a: size 4\n", "1: a: 'size' is not an option");
  starts("a: --size 4 --json x.json\n", "1: a: --json is added to every run");
  starts("a: --json=x.json\n", "1: a: --json is added to every run");
}

TEST_CASE("plan: the lessons that have one") {
  const FakeCourse course;
  course.plan("02_later", "");
  course.plan("01_fake", "");
  std::filesystem::create_directories(course.root() / "lessons" / "03_without");
  CHECK(planned_lessons(course.root()) == std::vector<std::string>{"01_fake", "02_later"});
  CHECK_THROWS_AS(read_plan(plan_of(course.root(), "03_without")), UsageError);
}
