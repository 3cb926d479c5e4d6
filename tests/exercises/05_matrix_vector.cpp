/// @file
/// @brief Judges exercise 05: the product with a transposed matrix. A size is columns x rows.
#include "exercise.hpp"
#include "suite.hpp"

using namespace lockstep::testing;

namespace {

/// A matrix of another shape for each seed.
lockstep::Size hidden_shape(std::int64_t most_columns, std::int64_t most_rows, std::uint64_t which) {
  return {hidden_size(2, most_columns, which).width, hidden_size(2, most_rows, which + 1).width};
}

/// As wide and high as `least`, and up to 50 more: several blocks, some of them not full.
lockstep::Size hidden_ragged(lockstep::Size least, std::uint64_t which) {
  return {hidden_size(least.width, least.width + 50, which).width, hidden_size(least.height, least.height + 50, which + 1).width};
}

// A thread for each column makes 8 warps of 256 columns and 1280 rows.
/// The demands of every part.
void require_shared(const Observed& seen, lockstep::Size size) {
  constexpr SharedWork kShared{.a_warp = 65536, .most_moved = 32, .from = 16384};
  kShared(seen, size);
  if (size.count() < 16384) return;
  shares<TransposedProduct>({256, 256}).require_warps_at_work(1.5, Accesses::global);  // where one thread adds up what 32 leave: nearly 2
  shares<TransposedProduct>({256, 256}).require_steps_of_a_warp_at_most(4096);
  const std::int64_t side = 256 * hidden_size(2, 3, 9).width;
  require_each_warp_needed<TransposedProduct>({side, side});
  if (size.width < 512 || size.count() < 65536) return;
  // 4 warps have four columns a thread, and all of their rows.
  shares_of<TransposedProduct>(seen, size).require_readers(3, static_cast<std::size_t>(size.count()) * sizeof(float));
}

}  // namespace

TEST_CASE("right for square matrices of round sizes", "[part1][points:2]") {
  require_right<TransposedProduct>({{256, 256}, {512, 512}}, {}, require_shared);
  require_right_again<TransposedProduct>({256, 256});
  draw_access_pattern<TransposedProduct>({512, 512});
}

TEST_CASE("right for rectangular matrices", "[part2][points:1]") {
  require_right<TransposedProduct>({{512, 256}, {256, 512}, {1024, 256}, {256, 1280}}, {}, require_shared);
}

TEST_CASE("right for every size", "[part3][points:2]") {
  require_right<TransposedProduct>({{1, 1},
                                    {1, 300},
                                    {300, 1},
                                    {31, 33},
                                    {33, 31},
                                    {255, 257},
                                    {257, 255},
                                    {67, 1031},
                                    {1031, 67},
                                    {515, 301},
                                    hidden_shape(600, 300, 0),
                                    hidden_shape(100, 2000, 2)},
                                   {}, require_shared);
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  for (const lockstep::Size size : {lockstep::Size{256, 512}, hidden_ragged({260, 80}, 4), hidden_ragged({129, 900}, 6)}) {
    const Observed seen = observed<TransposedProduct>(size);
    require_shared(seen, size);
    seen.require_no_hazards();
    require_right_in_any_order<TransposedProduct>(size);
  }
}

// A block of 256 columns that reads x once adds a 256th to A's bytes; its section of 32 rows, added to y by atomics, a 32nd.
// Reading x for each row and warp adds a quarter.
TEST_CASE("coalesced, and x read sparingly", "[part5][points:2][sim]") {
  const Observed seen = observed<TransposedProduct>({1024, 512});
  require_shared(seen, {1024, 512});
  seen.require_coalesced(1.05);
  seen.require_moved_at_most(1.1);
}

TEST_CASE("enough blocks for a tall matrix", "[part6][points:2][sim]") {
  const Observed seen = observed<TransposedProduct>({64, 16384});
  seen.require_moved_at_most(1.1);  // not an addition to y for each few rows
  seen.require_blocks_at_least(100);
  shares_of<TransposedProduct>(seen, {64, 16384}).require_readers(50, 64 * 16384 * sizeof(float));  // none of them idle
}

TEST_CASE("as fast as cublasSgemv", "[part7][points:1][gpu]") { require_speed("16384x16384", "exercise_peer", 1.0); }
