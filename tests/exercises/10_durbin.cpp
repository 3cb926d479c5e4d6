/// @file
/// @brief Judges exercise 10: Levinson's recursion for any right-hand side.
#include "exercise.hpp"

#include "suite.hpp"

using namespace lockstep::testing;

TEST_CASE("right at sizes up to a block", "[part1][points:3]") {
  require_right<Levinson>({{32}, {64}, {128}});
  require_work_of_kernels<Levinson>({64});
}

TEST_CASE("right at every size", "[part2][points:2]") {
  require_right<Levinson>({{1}, {2}, {31}, {33}, {127}, {129}, {257}, hidden_size(258, 400)});
}

TEST_CASE("no hazards", "[part3][points:1][sim]") {
  for (const std::int64_t n : {1, 33, 150}) observed<Levinson>({n}).require_no_hazards();
}

TEST_CASE("two barriers a step", "[part4][points:2][sim]") {
  // Beside those that are there, one before the first step and one after the last.
  observed<Levinson>({150}).require_barriers_at_most(2 * 150 + 2);
}

TEST_CASE("x in shared memory", "[part5][points:2][sim]") {
  // 125, nearly all of it r, which is read twice in each step, and 73 where it is read once. With x in device memory 270 or 219.
  observed<Levinson>({256}).require_moved_at_most(165);
}
