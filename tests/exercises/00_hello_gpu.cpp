/// @file
/// @brief Judges exercise 00: the square of each element.
#include "exercise.hpp"

#include <algorithm>

#include "suite.hpp"

using namespace lockstep::testing;

namespace {

/// The demands of every part. A thread may have four elements, and the host has no business with any.
void require_shared(const Observed& seen, lockstep::Size size) {
  constexpr SharedWork kShared{.a_warp = 128, .most_moved = 32, .from = 256};  // byte by byte 8 times is moved
  kShared(seen, size);
  seen.require_to_host_at_most(64);
  if (size.width < 256) return;
  seen.require_stored_at_most(static_cast<double>(size.width) / 2);  // sectors: four times the squares
  const Shares work = shares_of<Squares>(seen, size);
  work.require_warps_at_work(2);
  require_each_warp_needed<Squares>({256}, 2);
  if (size.width > 256) require_each_warp_needed<Squares>({256 * hidden_size(16, 32, 1).width});
  // More elements, more warps: twice as many as this have four elements a thread.
  work.require_writers(static_cast<double>(std::min(size.width / 256, std::int64_t{32})),
                       static_cast<std::size_t>(size.width) * sizeof(float));
}

}  // namespace

TEST_CASE("right in one block", "[part1][points:3]") {
  require_right<Squares>({{256}}, {}, require_shared);
  draw_access_pattern<Squares>({256});
}

TEST_CASE("right in many blocks", "[part2][points:3]") {
  require_right<Squares>({{512}, {1024}, {4096}, {65536}, {256 * hidden_size(5, 12).width}}, {}, require_shared);
  require_right_again<Squares>({4096});
}

TEST_CASE("right at every size, and nothing past the end", "[part3][points:3]") {
  require_right<Squares>({{1}, {2}, {31}, {33}, {255}, {257}, {1000}, hidden_size(1100, 4000)}, {}, require_shared);
  if (lockstep::kOnSimulator)
    observed<Squares>({1000}).require_no_hazards();  // a thread that goes just past the end leaves the answer right
}

TEST_CASE("each element once, and neighbours take neighbours", "[part4][points:1][sim]") {
  const Observed seen = observed<Squares>({1024});
  require_shared(seen, {1024});
  seen.require_coalesced(1.05);
  seen.require_moved_at_most(1.1);
  seen.require_no_hazards();
}
