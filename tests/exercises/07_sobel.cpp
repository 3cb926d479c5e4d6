/// @file
/// @brief Judges exercise 07: a picture blurred by a mask.
#include "exercise.hpp"

#include <algorithm>
#include <array>

#include "suite.hpp"

using lockstep::InputKind;
using lockstep::Size;
using namespace lockstep::testing;

constexpr double kMaskBytes = Blur::kSide * Blur::kSide * sizeof(int);

template <>
inline constexpr double lockstep::testing::kSumsOnHost<Blur> = kMaskBytes;  // the host may pass the mask on to constant memory

namespace {

constexpr Size kObserved{256, 64};
constexpr double kWarps = 256 * 64 / 32.0;  // that many pixels, a thread for each

/// Inputs that are black where masks reach beyond the border, and between the rows: it makes no difference what stands for those pixels.
Blur::Inputs framed(Size size, std::uint64_t seed, InputKind kind) {
  constexpr std::int64_t kFrame = Blur::kSide / 2;
  Blur::Inputs in = Blur::make_inputs(size, seed, kind);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < pitch_of(size.width); ++x)
      if (std::min({x, y, size.width - 1 - x, size.height - 1 - y}) < kFrame)
        in.image[static_cast<std::size_t>(y * pitch_of(size.width) + x)] = 0;
  return in;
}

struct Framed : Blur {
  static Inputs make_inputs(Size size, std::uint64_t seed, InputKind kind) { return framed(size, seed, kind); }
};

/// Loads of global and of shared memory, for 32 pixels.
double loads_of_a_warp(const Observed& seen) { return (seen.counts().requests("ld") + seen.counts().shared_requests("ld")) / kWarps; }

/// The demands of every part.
void require_shared(const Observed& seen, Size size) {
  constexpr SharedWork kShared{.a_warp = 1024, .most_moved = 1500, .from = 256};  // each pixel with its neighbours, one by one: 416 times
  kShared(seen, size);
  seen.require_to_host_at_most(kMaskBytes + 64);
  if (size.count() < 256) return;
  seen.require_stored_at_most(static_cast<double>(size.count()) / 8);  // sectors: four times the pixels
  if (size.count() < 4096) return;
  const Shares own = shares_of<Blur>(seen, size);
  own.require_warps_at_work(3);
  require_each_warp_needed<Framed>({32 * hidden_size(8, 16, 2).width, 8 * hidden_size(5, 10, 3).width});
  // More pixels, more warps: twice as many as this have 1024 each.
  own.require_writers(static_cast<double>(size.count()) / 2048, static_cast<std::size_t>(size.count()));
}

}  // namespace

TEST_CASE("right within the picture", "[part1][points:3]") {
  std::uint64_t seed = Submission::get().seed();
  for (const Size size : {Size{32, 8}, Size{64, 64}, Size{480, 64}, Size{96, 160}}) {
    const InputKind observed = observed_kind(seed);
    for (const InputKind kind : {InputKind::exact, InputKind::real}) {
      const Asked asked{.about = kind == InputKind::exact ? "random bytes in a black frame" : "a test card in a black frame"};
      if (kind == observed)
        require_right_about<Blur>(framed(size, ++seed, kind), size, kind, asked, require_shared);
      else
        require_answer_about<Blur>(framed(size, ++seed, kind), size, kind, asked);
    }
  }
  if (lockstep::kOnSimulator)
    observed_about<Blur>(framed(kObserved, seed, InputKind::real), kObserved, InputKind::real,
                         {.about = "a test card in a black frame", .drawn = true});
}

TEST_CASE("right at the borders", "[part2][points:2]") {
  require_right<Blur>({{32, 8}, {64, 64}, {512, 64}, {96, 160}}, {}, require_shared);
  require_right_again<Blur>({64, 64});
}

TEST_CASE("right at every size", "[part3][points:1]") {
  const auto width = hidden_size(33, 600).width, height = hidden_size(9, 90, 1).width;
  require_right<Blur>({{1, 1}, {1, 40}, {300, 1}, {2, 2}, {31, 7}, {33, 9}, {513, 17}, {65, 100}, {width, height}}, {}, require_shared);
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  for (const Size size : {kObserved, Size{33, 9}, Size{70, 50}}) {
    const Observed seen = observed<Blur>(size);
    require_shared(seen, size);
    seen.require_no_hazards();
    require_right_in_any_order<Blur>(size);
  }
}

TEST_CASE("the mask in constant memory", "[part5][points:1][sim]") {
  const Observed seen = observed<Blur>(kObserved);
  require_shared(seen, kObserved);
  // 25 pixels a thread are 25 loads of a warp, and with a tile two more that fill it. As many weights would make 50.
  if (const double loads = loads_of_a_warp(seen), most = 40; loads > most)
    seen.fail_at_busiest(
        std::array{lockstep::of_op(lockstep::kCounters.requests, "ld"), lockstep::of_op(lockstep::kCounters.shared_requests, "ld")},
        fmt::format(
            "For 32 pixels a warp loads {:.1f} times from global and shared memory; at most {:.0f} are allowed: 25 loads of pixels, "
            "and some to spare. The weights must come from constant memory.",
            loads, most));
}

TEST_CASE("the pixels in shared memory", "[part6][points:2][sim]") {
  const Observed seen = observed<Blur>(kObserved);
  require_shared(seen, kObserved);
  // A tile of 36 x 12 pixels touches 3 sectors in each row, and 8 are written: 44 for 16 that are needed, 2.8 times. A warp that fills two
  // rows at once touches some twice.
  seen.require_moved_at_most(6);
  seen.require_to_constants_at_most(1024, "Load the pixels into shared memory instead");
  // 25 loads are for 32 pixels, each of one pixel; a thread that blurs 16 at once, and loads words, makes half a load for each row of them.
  seen.require_shared_loads_at_least(kWarps / 4, "a tile of pixels");
  seen.require_bank_conflicts_at_most(0);
}
