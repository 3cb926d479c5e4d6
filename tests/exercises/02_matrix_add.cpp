/// @file
/// @brief Judges exercise 02: a matrix turned and scaled, and its column sums.
#include "exercise.hpp"

#include "suite.hpp"

using lockstep::InputKind;
using lockstep::Size;
using namespace lockstep::testing;

namespace {

/// The same problem without its sums, for the parts that come before them.
struct MatrixAlone : ScaledTranspose {
  static lockstep::Verdict check(const Reference& want, const Outputs& got, InputKind) { return check_matrix(want, got); }
  static lockstep::Cost cost(Size size) { return {.bytes = 2.0 * static_cast<double>(size.count()) * sizeof(float)}; }
};

constexpr Size kProfiled{192, 128};  // 24 tiles

/// Width and height that follow from the seed.
Size hidden_shape(std::int64_t least, std::int64_t most) { return {hidden_size(least, most, 0).width, hidden_size(least, most, 1).width}; }

/// The demands of every part. Kernels scale, turn and add up all of it.
void require_shared(const Observed& seen, Size size) {
  constexpr SharedWork kShared{.a_warp = 2048, .most_moved = 32, .from = 1024};  // the elements of a column, one by one: 8 times
  kShared(seen, size);
  seen.require_to_host_at_most(64);
  if (size.count() < 1024) return;
  seen.require_stored_at_most(static_cast<double>(size.count()) / 2);  // sectors: four times T
  shares<MatrixAlone>({128, 128}).require_warps_at_work(4);
  shares<MatrixAlone>({192, 192}).require_warps_at_work(8);  // more elements, more warps: 18 have 2048 each
  shares<MatrixAlone>({192, 192}).require_writers(8, 192 * 192 * sizeof(float));
  const std::int64_t side = 32 * hidden_size(5, 7, 2).width;
  require_each_warp_needed<MatrixAlone>({side, side});
  if (size.count() < 8192) return;
  const Shares own = shares_of<MatrixAlone>(seen, size);
  own.require_readers(2, static_cast<std::size_t>(size.count()) * sizeof(float));  // 4 warps have 2048 elements each
  own.require_writers(2, static_cast<std::size_t>(size.count()) * sizeof(float));
}

}  // namespace

TEST_CASE("T is right for square matrices with round sides", "[part1][points:2]") {
  require_right<MatrixAlone>({{32, 32}, {64, 64}, {128, 128}}, {}, require_shared);
  require_right<MatrixAlone>({{64, 64}}, {.settings = {-2}}, require_shared);
  require_right_again<MatrixAlone>({64, 64});
  draw_access_pattern<MatrixAlone>({64, 64});
}

TEST_CASE("T is right for every shape", "[part2][points:2]") {
  require_right<MatrixAlone>({{64, 32}, {1, 1}, {31, 33}, {33, 31}, {1, 127}, {129, 1}, {67, 131}, {200, 40}, hidden_shape(40, 150)}, {},
                             require_shared);
}

TEST_CASE("the column sums are right as well", "[part3][points:2]") {
  require_right<ScaledTranspose>({{32, 32}, {128, 128}, {64, 32}, {1, 1}, {33, 31}, {1, 127}, {129, 1}, {67, 131}, hidden_shape(40, 150)},
                                 {}, require_shared);
  require_right<ScaledTranspose>({{64, 64}}, {.settings = {-2}}, require_shared);
  require_right_again<ScaledTranspose>({67, 131});
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  for (const Size size : {Size{64, 96}, Size{67, 41}}) {
    const Observed seen = observed<ScaledTranspose>(size);
    require_shared(seen, size);
    seen.require_no_hazards();
    require_right_in_any_order<ScaledTranspose>(size);
  }
}

TEST_CASE("coalesced, along A and along T", "[part5][points:2][sim]") {
  const Observed seen = observed<ScaledTranspose>(kProfiled);
  require_shared(seen, kProfiled);
  seen.require_coalesced(1.05);
}

TEST_CASE("no bank conflicts, few atomics and one pass", "[part6][points:1][sim]") {
  const Observed seen = observed<ScaledTranspose>(kProfiled);
  const auto elements = static_cast<double>(kProfiled.count());
  require_shared(seen, kProfiled);
  seen.require_bank_conflicts_at_most(24);     // one a tile; a column without padding has 31 for each of 32 reads
  seen.require_atomics_at_most(elements / 8);  // one a row and tile is elements / 32
  seen.require_moved_at_most(1.3);             // such an atomic by a single lane moves a sector: 12 % of what must move
}

TEST_CASE("as fast as cublasSgeam and cublasSgemv", "[part7][points:1][gpu]") { require_speed("8192x8192", "exercise_peer", 1.0); }
