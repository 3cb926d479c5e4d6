/// @file
/// @brief Judges exercise 04: the length of a vector.
#include "exercise.hpp"

#include <cmath>

#include "suite.hpp"

using lockstep::InputKind;
using namespace lockstep::testing;

template <>
inline constexpr double lockstep::testing::kSumsOnHost<Norm> = 4096;  // of 512 blocks

namespace {

/// n elements of one size, with random signs and the last a little different.
Norm::Inputs all_near(float size, std::int64_t n) {
  Norm::Inputs in = Norm::make_inputs({n}, Submission::get().seed(), InputKind::exact);
  for (float& x : in.x) x = std::copysign(size, x);
  in.x.back() /= 2;
  return in;
}

/// So few blocks that a thread has many elements, at a size that takes no time.
Asked few_blocks(const char* blocks) { return {.options = {"--grid", blocks}}; }

/// The demands of every part.
void require_shared(const Observed& seen, lockstep::Size size) {
  constexpr SharedWork kShared{.a_warp = 2048, .most_moved = 32, .from = 2048};  // byte by byte 17 times is moved
  kShared(seen, size);
  if (size.count() < 2048) return;
  shares<Norm>({4096}).require_warps_at_work(1.5, Accesses::global);  // where one thread adds up what 32 leave: nearly 2
  shares<Norm>({4096}).require_steps_of_a_warp_at_most(2048);
  // Of 16 blocks each has a warp or more.
  shares<Norm>({65536}, {.options = {"--grid", "16"}, .drawn = true}).require_readers(8, 65536 * sizeof(float));
  require_each_warp_needed<Norm>({256 * hidden_size(20, 40, 3).width});
  if (size.count() < 16384) return;
  shares_of<Norm>(seen, size).require_readers(6, static_cast<std::size_t>(size.count()) * sizeof(float));  // 8 warps have 2048 each
}

void require_right_norm(const std::vector<lockstep::Size>& sizes) { require_right<Norm>(sizes, {}, require_shared); }

void require_right_norm_of(const Norm::Inputs& in, const char* about) {
  require_right_about<Norm>(in, {static_cast<std::int64_t>(in.x.size())}, InputKind::real, {.about = about}, require_shared);
}

}  // namespace

TEST_CASE("right at round sizes", "[part1][points:3]") {
  require_right_norm({{256}, {16384}, {1 << 18}});
  require_right_again<Norm>({4096});
  require_right<Norm>({{16384}}, few_blocks("4"));
  draw_access_pattern<Norm>({65536}, few_blocks("16"));
}

TEST_CASE("right at every size", "[part2][points:2]") {
  require_right_norm({{1}, {2}, {31}, {33}, {257}, {1025}, hidden_size(2000, 60000), hidden_size(100000, 200000, 1)});
  require_right<Norm>({{4095}, hidden_size(5000, 20000, 2)}, few_blocks("4"));
}

TEST_CASE("right for very large and very small elements", "[part3][points:2]") {
  require_right_norm_of(all_near(1e30F, 1000), "elements of 1e30");
  require_right_norm_of(all_near(3e38F / 64, 1000), "elements near the largest float");
  require_right_norm_of(all_near(1e-30F, 1000), "elements of 1e-30");
  require_right_norm_of(all_near(1e-40F, 4096), "subnormal elements");
  Norm::Inputs mixed = all_near(1e-20F, 3000);
  mixed.x[1234] = 1e25F;
  require_right_norm_of(mixed, "one large among small elements");
  require_right_norm_of({std::vector<float>(500, 0.0F)}, "all zeros");
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  for (const lockstep::Size n : {lockstep::Size{4096}, lockstep::Size{1025}, hidden_size(100000, 200000, 1)}) {
    const Observed seen = observed<Norm>(n);
    require_shared(seen, n);  // where one thread does all the work, nothing can race
    seen.require_no_hazards();
    require_right_in_any_order<Norm>(n);
  }
}

TEST_CASE("coalesced, and each element read once", "[part5][points:2][sim]") {
  const Observed seen = observed<Norm>({1 << 16}, few_blocks("16"));
  seen.require_warps_at_least(16);  // one in each block
  require_shared(observed<Norm>({4096}), {4096});
  seen.require_coalesced(1.05);
  seen.require_moved_at_most(1.1);
}

TEST_CASE("no bank conflicts, and few atomics", "[part6][points:1][sim]") {
  const Observed seen = observed<Norm>({1 << 18});
  require_shared(seen, {1 << 18});
  seen.require_moved_at_most(2);  // sums belong in shared memory or registers, not in global memory
  seen.require_bank_conflicts_at_most(0);
  seen.require_atomics_at_most(4096);  // of 1024 blocks each may add its sum and take a ticket; one a warp is 8192
}

TEST_CASE("1.2 times as fast as cublasSnrm2", "[part7][points:1][gpu]") { require_speed("2^28", "exercise_peer", 1.2); }
