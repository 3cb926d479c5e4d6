/// @file
/// @brief Judges exercise 03: mean and mean squared error in one pass.
#include "exercise.hpp"
#include "suite.hpp"

using lockstep::InputKind;
using lockstep::Size;
using namespace lockstep::testing;

template <>
inline constexpr double lockstep::testing::kSumsOnHost<MeanAndError> = 4096;  // of 512 blocks

namespace {

/// n elements, each `low` or, at random and one time in three, the next larger float.
MeanAndError::Inputs neighbours(float low, std::int64_t n) {
  MeanAndError::Inputs in = MeanAndError::make_inputs({n}, Submission::get().seed(), InputKind::real);
  for (float& x : in.x) x = x < -1.0F / 3 ? std::nextafter(low, 2 * low) : low;
  in.x.back() = low;  // not all the same
  in.x[in.x.size() / 2] = std::nextafter(low, 2 * low);
  return in;
}

/// n elements in [offset - 1, offset + 1).
MeanAndError::Inputs around(float offset, std::int64_t n) {
  MeanAndError::Inputs in = MeanAndError::make_inputs({n}, Submission::get().seed() + 1, InputKind::real);
  for (float& x : in.x) x += offset;
  return in;
}

/// The demands of every part.
void require_shared(const Observed& seen, lockstep::Size size) {
  constexpr SharedWork kShared{.a_warp = 2048, .most_moved = 32, .from = 2048};  // byte by byte 17 times is moved
  kShared(seen, size);
  if (size.count() < 2048) return;
  shares<MeanAndError>({4096}).require_warps_at_work(1.5, Accesses::global);  // where one thread adds up what 32 leave: nearly 2
  shares<MeanAndError>({4096}).require_steps_of_a_warp_at_most(4000);         // one thread in each block may add up its sums
  require_each_warp_needed<MeanAndError>({256 * hidden_size(20, 40, 3).width});
  if (size.count() < 16384) return;
  shares_of<MeanAndError>(seen, size).require_readers(6, static_cast<std::size_t>(size.count()) * sizeof(float));  // 8 warps have 2048 each
}

}  // namespace

TEST_CASE("right at round sizes", "[part1][points:2]") {
  require_right<MeanAndError>({{256}, {1024}, {2048}, {65536}, {1 << 18}}, {}, require_shared);
  require_right_again<MeanAndError>({4096});
  draw_access_pattern<MeanAndError>({65536});
}

TEST_CASE("right at every size", "[part2][points:2]") {
  require_right<MeanAndError>({{1}, {2}, {31}, {33}, {255}, {257}, {1025}, {135167}, {135169}, hidden_size(2000, 60000)}, {},
                              require_shared);
}

TEST_CASE("right for numbers close together, far from zero", "[part3][points:2]") {
  const auto ask = [](const MeanAndError::Inputs& inputs, const char* about) {
    require_right_about<MeanAndError>(inputs, {static_cast<std::int64_t>(inputs.x.size())}, InputKind::real, {.about = about},
                                      require_shared);
  };
  ask(neighbours(8388608, 1000), "elements of 8388608 and 8388609");
  ask(neighbours(-12345678, 3001), "elements of -12345678 and -12345679");
  ask(around(1e5F, 2000), "reals from 99999 to 100001");
  ask(around(-3e6F, 5003), "reals from -3000001 to -2999999");
  ask({std::vector<float>(777, 0.1F)}, "elements that are all 0.1");
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  for (const Size size : {Size{4096}, hidden_size(900, 1100, 4), hidden_size(140'001, 150'000, 5)}) {
    const Observed seen = observed<MeanAndError>(size);
    require_shared(seen, size);
    seen.require_no_hazards();
    require_right_in_any_order<MeanAndError>(size);
  }
}

// Rereading one other element with each of its own adds a quarter; a second pass adds as much as the first.
TEST_CASE("coalesced, and in one pass", "[part5][points:2][sim]") {
  const Observed seen = observed<MeanAndError>({1 << 18});
  require_shared(seen, {1 << 18});
  seen.require_coalesced(1.05);
  seen.require_moved_at_most(1.5);
}

TEST_CASE("no bank conflicts, and no idle lanes", "[part6][points:1][sim]") {
  const Observed seen = observed<MeanAndError>({1 << 18});
  require_shared(seen, {1 << 18});
  seen.require_bank_conflicts_at_most(0);
  seen.require_lanes_at_least(28);
  seen.require_lane_steps_at_most(400.0 * (1 << 18));  // not by steps that do nothing: a thread that has one element takes 100
}

TEST_CASE("0.8 times as fast as CUB", "[part7][points:1][gpu]") { require_speed("2^28", "exercise_peer", 0.8); }
