/// @file
/// @brief Judges exercise 08: forward and back substitution.
#include "exercise.hpp"
#include "suite.hpp"

using lockstep::Size;
using namespace lockstep::testing;

namespace {

/// The first half of the problem: y alone.
struct Forward : Substitution {
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    return check_forward(want, got, kind);
  }
};

/// What both passes read of L, in bytes.
std::size_t bytes_of_l(Size size) { return static_cast<std::size_t>(size.width * size.width) * sizeof(float); }

/// The demands of every run. The host has nothing to do.
void require_shared(const Observed& seen, Size size) {
  // A thread for each row makes 5 warps of 160 rows. It reads 12 times the bytes in each pass.
  constexpr SharedWork kShared{.a_warp = 64, .most_moved = 100, .from = 128};
  kShared(seen, size);
  seen.require_to_host_at_most(64);
  if (size.width < 256) return;
  // A thread for each row: of 256 rows, those of the last of four warps have 0.44 of the elements.
  shares_of<Substitution>(seen, size).require_readers(1.5, bytes_of_l(size));
}

/// The demands of every part, at a size where few of L's elements are in tiles on the diagonal.
template <class P>
void require_shared_tiles() {
  if (!lockstep::kOnSimulator) return;
  // For each element of L both passes take 23 steps, or 50 where a block has a row and adds it up. Where each block does all, it is 136.
  observed<P>({512}).require_lane_steps_at_most(100 * P::cost({512}).bytes / sizeof(float));
  // A single thread may solve the tiles on the diagonal: as if 1.5 warps were at work, and few elements are there.
  shares<P>({512}).require_warps_at_work(1.25);
  shares<P>({512}).require_readers(3, bytes_of_l({512}));
  require_each_warp_needed<P>({32 * hidden_size(16, 18, 2).width});
}

}  // namespace

TEST_CASE("L y = b at round sizes", "[part1][points:3]") {
  require_right<Forward>({{32}, {64}, {160}}, {}, require_shared);
  require_shared_tiles<Forward>();
  require_right_again<Forward>({160});
  draw_access_pattern<Forward>({128});
}

TEST_CASE("L^T x = y at round sizes", "[part2][points:2]") {
  require_right<Substitution>({{32}, {64}, {160}}, {}, require_shared);
  require_right_again<Substitution>({160});
  require_shared_tiles<Substitution>();
}

TEST_CASE("right at every size", "[part3][points:2]") {
  require_right<Substitution>({{1}, {2}, {31}, {33}, {63}, {65}, {100}, hidden_size(130, 250), hidden_size(260, 350, 1)}, {},
                              require_shared);
  require_shared_tiles<Substitution>();
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  for (const Size size : {Size{64}, hidden_size(97, 127, 3), hidden_size(17, 31, 4), Size{160}}) {
    const Observed seen = observed<Substitution>(size);
    require_shared(seen, size);
    seen.require_no_hazards();
    require_right_in_any_order<Substitution>(size);
  }
  require_shared_tiles<Substitution>();
}

TEST_CASE("coalesced", "[part5][points:2][sim]") {
  const Observed seen = observed<Substitution>({256});
  require_shared(seen, {256});
  require_shared_tiles<Substitution>();
  seen.require_coalesced(1.1);
  seen.require_moved_at_most(6);  // each of the two passes reads L, and beside each 128 bytes of it y or x
}

TEST_CASE("no bank conflicts", "[part6][points:1][sim]") {
  const Observed seen = observed<Substitution>({256});
  require_shared(seen, {256});
  require_shared_tiles<Substitution>();
  seen.require_coalesced(1.1);  // through shared memory: a kernel that does not use it has no conflicts either
  seen.require_bank_conflicts_at_most(0);
}

TEST_CASE("a tenth of the speed of cublasStrsv twice", "[part7][points:1][gpu]") { require_speed("4096", "exercise_peer", 0.1); }
