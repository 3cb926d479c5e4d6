/// @file
/// @brief Judges exercise 10: Levinson's recursion for any right-hand side.
#include "exercise.hpp"

#include <algorithm>

#include "suite.hpp"

using namespace lockstep::testing;

namespace {

/// A size that no submission knows. Part 1 does not ask for it: there a block has a thread for each element.
lockstep::Size hidden() { return hidden_size(258, 400); }

/// Whether threads share the work of a step. Two warps are enough, where each has an element or more of n.
///
/// Each of n steps reads r once or twice, which makes up to n times the bytes, and twice as many with x in device memory. Where each of
/// four warps does everything, it is more than 20 n.
void require_shared(const Observed& seen, lockstep::Size size) {
  seen.require_warps_at_least(static_cast<double>(std::min(size.width / 64, std::int64_t{2})));
  if (size.width < 64) return;
  // Of two warps, the first works as if 1.5 were there: rounds are not full.
  if (size.width >= 128) {
    shares_of<Levinson>(seen, size).require_warps_at_work(1.25);
    require_each_warp_needed<Levinson>({128}, 2);
    if (size.width > 128) require_each_warp_needed<Levinson>(hidden(), 2);
  }
  const auto n = static_cast<double>(size.width);
  seen.require_moved_at_most(5 * n);
  // A step of the recursion takes up to 16000 where a large block adds up in shared memory, and 29000 where four blocks each do all.
  seen.require_lane_steps_at_most(n * (22000 + 20 * n));
}

}  // namespace

TEST_CASE("right at sizes up to a block", "[part1][points:3]") {
  require_right<Levinson>({{32}, {64}, {128}}, {}, require_shared);
  require_right_again<Levinson>({128});
  draw_access_pattern<Levinson>({64});
}

TEST_CASE("right at every size", "[part2][points:2]") {
  require_right<Levinson>({{1}, {2}, {31}, {33}, {127}, {129}, {257}, hidden()}, {}, require_shared);
}

TEST_CASE("no hazards", "[part3][points:1][sim]") {
  for (const std::int64_t n : {std::int64_t{1}, std::int64_t{33}, hidden_size(130, 170, 1).width}) {
    const Observed seen = observed<Levinson>({n});
    require_shared(seen, {n});
    seen.require_no_hazards();
    require_right_in_any_order<Levinson>({n});
  }
}

TEST_CASE("two barriers a step", "[part4][points:2][sim]") {
  // Beside those that are there, one before the first step and one after the last.
  const Observed seen = observed<Levinson>({150});
  require_shared(seen, {150});
  seen.require_barriers_at_most(2 * 150 + 2);
}

TEST_CASE("x in shared memory", "[part5][points:2][sim]") {
  // 125, nearly all of it r, which is read twice in each step, and 73 where it is read once. With x in device memory 270 or 219.
  const Observed seen = observed<Levinson>({256});
  require_shared(seen, {256});
  seen.require_moved_at_most(165);
}
