/// @file
/// @brief Judges exercise 06: the products of a matrix's rows.
#include "exercise.hpp"

#include <algorithm>
#include <cmath>

#include "suite.hpp"

using lockstep::InputKind;
using lockstep::Size;
using namespace lockstep::testing;

namespace {

/// The problem without its last demand: what is written above the diagonal is not looked at before part 3.
struct LowerTriangle : RowProducts {
  static lockstep::Verdict check(const Reference& want, const Outputs& got, InputKind kind) { return check_lower(want, got, kind); }
};

constexpr Size kObserved{192, 64};  // 6 x 6 tiles of C, two sections of k; 123 kB have to move

/// That rows are read from shared memory. Each of the products of 32 elements is of two loads of a warp; a thread that has 16 x 16 elements
/// of C in registers, and loads four numbers at once, makes a sixteenth of a load for each product, or a 32nd.
void require_tiles(const Observed& seen) {
  const double products = static_cast<double>(kObserved.width * kObserved.width * kObserved.height) / 2 / 32;
  seen.require_shared_loads_at_least(products / 64, "tiles of A");
  seen.require_moved_at_most(8);
  seen.require_to_constants_at_most(1024, "Load tiles of A into shared memory instead");
}

/// The demands of every part. A thread may have 64 elements of C, and one in two of them above the diagonal; its sums may be in C itself,
/// stored again for each column of A.
void require_shared(const Observed& seen, Size size) {
  const auto n = static_cast<double>(size.width), k = static_cast<double>(size.height);
  seen.require_warps_at_least(std::floor(n * n / 4096));
  seen.require_to_host_at_most(64);
  if (size.width < 32) return;
  seen.require_stored_at_most(std::max((k + 2) / 8, 1.0) * n * n);  // sectors: one for each element that a lane stores alone
  if (size.count() >= 1024) seen.require_moved_at_most(1000);       // without tiles, and with the worst order of threads, 530 times
  shares<LowerTriangle>({64, 32}).require_warps_at_work(2);
  // Four times the elements: 8 warps have 64 a thread, half of them above the diagonal.
  shares<LowerTriangle>({128, 32}).require_warps_at_work(6);
  shares<LowerTriangle>({128, 32}).require_writers(6, 128 * 128 / 2 * sizeof(float));
  require_each_warp_needed<LowerTriangle>({32 * hidden_size(8, 9, 3).width, 32});
  if (size.width < 128) return;
  shares_of<LowerTriangle>(seen, size).require_writers(3, static_cast<std::size_t>(n * n / 2) * sizeof(float));
}

}  // namespace

TEST_CASE("right at round sizes", "[part1][points:3]") {
  require_right<LowerTriangle>({{32, 32}, {64, 64}, {128, 32}, {64, 128}}, {}, require_shared);
  require_right_again<LowerTriangle>({64, 64});
  draw_access_pattern<LowerTriangle>({64, 64});
}

TEST_CASE("right for every shape", "[part2][points:1]") {
  const auto n = hidden_size(33, 95).width, k = hidden_size(65, 127, 1).width;
  require_right<LowerTriangle>({{1, 1}, {1, 100}, {100, 1}, {31, 33}, {33, 31}, {65, 2}, {64, 47}, {97, 34}, {161, 3}, {n, k}}, {},
                               require_shared);
}

TEST_CASE("nothing above the diagonal is written", "[part3][points:1]") {
  require_right<RowProducts>({{2, 5}, {32, 32}, {67, 33}, {163, 2}, {hidden_size(40, 95, 2).width, 20}}, {}, require_shared);
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  for (const Size size : {Size{64, 64}, Size{33, 70}, Size{hidden_size(65, 95, 5).width, 33}, Size{hidden_size(161, 191, 6).width, 2}}) {
    const Observed seen = observed<RowProducts>(size);
    require_shared(seen, size);
    seen.require_no_hazards();
    require_right_in_any_order<RowProducts>(size);
  }
}

TEST_CASE("tiles in shared memory", "[part5][points:2][sim]") {
  const Observed seen = observed<RowProducts>(kObserved);
  require_shared(seen, kObserved);
  seen.require_coalesced(1.1);
  // 36 blocks x 2 tiles x 2 sections x 4 kB, and C: 5.4 times what is needed; without tiles, 270 times and more.
  require_tiles(seen);
}

TEST_CASE("no bank conflicts", "[part6][points:1][sim]") {
  const Observed seen = observed<RowProducts>(kObserved);
  require_shared(seen, kObserved);
  require_tiles(seen);
  seen.require_bank_conflicts_at_most(0);
}

TEST_CASE("half the work", "[part7][points:1][sim]") {
  // 21 of the 36 tiles have elements of the lower triangle: 3.4 times the bytes that are needed, where all make 5.4. To copy A once, padded
  // or transposed, takes 0.8.
  const Observed seen = observed<RowProducts>(kObserved);
  require_shared(seen, kObserved);
  seen.require_moved_at_most(4.5);
}

TEST_CASE("a tenth of the speed of cublasSsyrk", "[part8][points:1][gpu]") { require_speed("4096x4096", "exercise_peer", 0.1); }
