/// @file
/// @brief Judges exercise 01: a combination of two vectors, and its norm.
#include "exercise.hpp"

#include "suite.hpp"

using lockstep::InputKind;
using lockstep::Size;
using namespace lockstep::testing;

namespace {

/// The same problem without its norm, for the parts that come before it.
struct VectorAlone : Combination {
  static lockstep::Verdict check(const Reference& want, const Outputs& got, InputKind kind) { return check_vector(want, got, kind); }
  static lockstep::Cost cost(Size size) { return {.bytes = 3.0 * static_cast<double>(size.count()) * sizeof(float)}; }
};

/// So few blocks that a thread has many elements, at a size that takes no time.
Asked few_blocks(const char* blocks) { return {.options = {"--grid", blocks}}; }

/// The demands of every part.
void require_shared(const Observed& seen, lockstep::Size size) {
  constexpr SharedWork kShared{.a_warp = 2048, .most_moved = 32, .from = 2048};  // byte by byte 8 times is moved
  kShared(seen, size);
  if (size.count() < 2048) return;
  shares<VectorAlone>({4096}).require_warps_at_work(1.5, Accesses::global);  // where one thread adds up what 32 leave: nearly 2
  shares<VectorAlone>({4096}).require_steps_of_a_warp_at_most(2048);
  const Shares large = shares<VectorAlone>({65536}, few_blocks("16"));
  large.require_readers(8, 65536 * sizeof(float));  // of 16 blocks each has a warp or more
  large.require_writers(8, 65536 * sizeof(float));
  require_each_warp_needed<VectorAlone>({256 * hidden_size(20, 40, 2).width});
  if (size.count() < 16384) return;
  const Shares own = shares_of<VectorAlone>(seen, size);
  own.require_readers(6, static_cast<std::size_t>(size.count()) * sizeof(float));  // 8 warps have 2048 elements each
  own.require_writers(6, static_cast<std::size_t>(size.count()) * sizeof(float));
}

}  // namespace

TEST_CASE("z is right at round sizes", "[part1][points:2]") {
  require_right<VectorAlone>({{256}, {2048}, {4096}, {32768}}, {}, require_shared);
  require_right<VectorAlone>({{16384}}, few_blocks("4"));
  // What a factor of 0 multiplies need not be read.
  constexpr double kOneInput = 2 * 256 * sizeof(float);
  require_right<VectorAlone>({{256}}, {.settings = {1, 0}, .needed_bytes = kOneInput}, require_shared);
  require_right<VectorAlone>({{256}}, {.settings = {0, 1}, .needed_bytes = kOneInput}, require_shared);
  require_right_again<VectorAlone>({4096});
  draw_access_pattern<VectorAlone>({16384}, few_blocks("4"));
}

TEST_CASE("z is right at every size", "[part2][points:2]") {
  require_right<VectorAlone>({{1}, {31}, {33}, {257}, {1025}, hidden_size(17000, 20000)}, {}, require_shared);
  require_right<VectorAlone>({{4095}, hidden_size(5000, 20000, 1)}, few_blocks("4"));
}

TEST_CASE("the norm is right as well", "[part3][points:2]") {
  require_right<Combination>({{4096}, {1}, {33}, {1000}, hidden_size(5000, 20000)}, {}, require_shared);
  require_right<Combination>({hidden_size(30000, 40000, 1)}, few_blocks("4"));
  require_right_again<Combination>({1000});
  require_right<Combination>({{257}}, {.settings = {4, 3}}, require_shared);
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  for (const std::int64_t n : {1000, 10001}) {
    const Observed seen = observed<Combination>({n});
    require_shared(seen, {n});
    seen.require_no_hazards();
    require_right_in_any_order<Combination>({n});
  }
}

TEST_CASE("coalesced", "[part5][points:1][sim]") {
  const Observed seen = observed<Combination>({1 << 16}, few_blocks("16"));
  seen.require_warps_at_least(16);
  seen.require_coalesced(1.05);
}

TEST_CASE("one pass, few atomics and no bank conflicts", "[part6][points:2][sim]") {
  const Observed seen = observed<Combination>({1 << 16}, few_blocks("16"));
  seen.require_warps_at_least(16);
  seen.require_atomics_at_most(128);  // one a warp; one a block is 16
  seen.require_moved_at_most(1.1);    // the vectors are 786 kB; an atomic moves a sector, so one a warp is 0.5 %
  seen.require_bank_conflicts_at_most(16);
}

TEST_CASE("1.2 times as fast as CUB", "[part7][points:1][gpu]") { require_speed("2^26", "exercise_peer", 1.2); }
