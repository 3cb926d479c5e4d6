/// @file
/// @brief Judges exercise 09: conjugate gradients, preconditioned by the diagonal.
#include "exercise.hpp"

#include <limits>

#include "suite.hpp"

using lockstep::InputKind;
using lockstep::Size;
using namespace lockstep::testing;

template <>
inline constexpr double lockstep::testing::kSumsOnHost<Jacobi> = 4096;

namespace {

constexpr double kIterations = 40, kTolerance = 1e-5;  // the presets: half again what the preconditioner needs

Jacobi::Inputs made(std::int64_t n, InputKind kind) {
  return inputs_of<Jacobi>({n}, Submission::get().seed() + 100, kind, {.settings = {kIterations, kTolerance}});
}

/// b is read and x is written: an end that is found before the first iteration needs no more.
constexpr double bytes_of_vectors(std::int64_t n) { return 2.0 * static_cast<double>(n) * sizeof(float); }

/// Requires the right end of inputs of our own.
void require_end(End end, const Jacobi::Inputs& in, InputKind kind, const std::string& about) {
  REQUIRE(Jacobi::reference(in).end == end);
  const auto n = static_cast<std::int64_t>(in.b.size());
  require_right_about<Jacobi>(
      in, {n}, kind, with_settings<Jacobi>({.settings = {kIterations, kTolerance}, .about = about, .needed_bytes = bytes_of_vectors(n)}));
}

/// Exact inputs with thrice the elements beside the diagonal: u's eigenvalue of 2P becomes −10P.
Jacobi::Inputs indefinite(std::int64_t n) {
  Jacobi::Inputs in = made(n, InputKind::exact);
  const auto pitch = static_cast<std::size_t>(Jacobi::pitch_of(n));
  for (std::size_t i = 0; i < in.b.size(); ++i)
    for (std::size_t j = 0; j < in.b.size(); ++j)
      if (i != j) in.a[i * pitch + j] *= 3;
  return in;
}

/// The demands of every run.
void require_shared(const Observed& seen, Size size) {
  // A thread for each row makes 4 warps of 128 rows, and takes 9 times the bytes in each of 40 iterations.
  constexpr SharedWork kShared{.a_warp = 64, .most_moved = 1000, .from = 128};
  kShared(seen, size);
  // Of each launch, a double for four rows or elements, which the host adds up: too few for it to update vectors.
  seen.require_to_host_at_most(static_cast<double>(seen.launches()) * (64 + 2 * static_cast<double>(size.count())));
  if (size.width >= 128) shares_of<Jacobi>(seen, size).require_warps_at_work(1.5);
}

/// The demands of every part, in the two iterations that exact inputs need.
/// @param needed  where each warp must be needed: at no size that is known, but in part 1, which asks for whole blocks in all four kernels
void require_shared_rows(Size needed = {32 * hidden_size(5, 9, 5).width}) {
  if (!lockstep::kOnSimulator) return;
  constexpr Size kSize{256};  // whole blocks in all four kernels
  const Observed seen = observed_about<Jacobi>(made(kSize.width, InputKind::exact), kSize, InputKind::exact,
                                               with_settings<Jacobi>({.settings = {kIterations, kTolerance}}));
  require_shared(seen, kSize);
  // For each element of A an iteration takes 8 steps, or 30 where a block has a row and adds it up; each further block that does all
  // adds 7.
  seen.require_lane_steps_at_most(2 * 100 * Jacobi::cost(kSize).bytes / sizeof(float));
  shares_of<Jacobi>(seen, kSize).require_readers(3, 2 * 256 * 256 * sizeof(float));  // 4 warps have 64 rows each
  require_each_warp_needed<Jacobi>(needed);
}

}  // namespace

TEST_CASE("right at round sizes, in few iterations", "[part1][points:3]") {
  require_shared_rows({256});
  require_right<Jacobi>({{256}}, {}, require_shared);  // whole blocks in all four kernels
  require_right_again<Jacobi>({256}, {}, 4);           // each of two iterations
  draw_access_pattern<Jacobi>({256});
}

TEST_CASE("right at every size", "[part2][points:2]") {
  require_shared_rows();
  require_right<Jacobi>({{1}, {2}, {7}, {31}, {33}, {65}, {257}, hidden_size(129, 160)}, {}, require_shared);
}

TEST_CASE("every outcome is found and reported", "[part3][points:2]") {
  require_shared_rows();
  require_right<Jacobi>({{50}}, {.settings = {5, kTolerance}}, require_shared);  // exact inputs converge in two, reals do not in five
  require_right<Jacobi>({{50}}, {.settings = {1, 0}}, require_shared);
  require_right<Jacobi>({{50}}, {.settings = {0, kTolerance}, .needed_bytes = bytes_of_vectors(50)}, require_shared);

  Jacobi::Inputs zero = made(50, InputKind::real);
  std::fill(zero.b.begin(), zero.b.end(), 0.0F);
  require_end(End::converged, zero, InputKind::exact, "b = 0");

  require_end(End::not_positive_definite, indefinite(50), InputKind::exact, "a matrix that is not positive definite");
  Jacobi::Inputs later = indefinite(50);  // b along g: the first step is good, the second one's pᵀAp is negative
  for (std::size_t j = 1; j < later.b.size(); ++j)
    if (later.a[j] != 0) later.b[j] = 0;
  require_end(End::not_positive_definite, later, InputKind::exact, "a matrix that shows in the second iteration that it is indefinite");

  Jacobi::Inputs infinite = made(50, InputKind::real);
  infinite.b[17] = std::numeric_limits<float>::infinity();
  require_end(End::not_finite, infinite, InputKind::real, "an infinite element in b");
  Jacobi::Inputs nan = made(50, InputKind::real);
  nan.a[3 * static_cast<std::size_t>(Jacobi::pitch_of(50)) + 5] = std::numeric_limits<float>::quiet_NaN();
  require_end(End::not_finite, nan, InputKind::real, "NaN in A");
}

TEST_CASE("no hazards", "[part4][points:1][sim]") {
  require_shared_rows();
  const Asked few{.settings = {3, kTolerance}};  // one iteration is like the other
  for (const Size size : {Size{64}, hidden_size(33, 63, 3), hidden_size(257, 270, 4)}) {
    const Observed seen = observed<Jacobi>(size, few);
    require_shared(seen, size);
    seen.require_no_hazards();
    require_right_in_any_order<Jacobi>(size, few);
  }
}

TEST_CASE("coalesced, and A read once an iteration", "[part5][points:2][sim]") {
  require_shared_rows();
  const Asked few{.settings = {3, kTolerance}};
  observed<Jacobi>({32}, few).require_coalesced(1.1);  // so small that the diagonal, which is not coalesced, shows if it is read again
  const Observed seen = observed<Jacobi>({128}, few);
  require_shared(seen, {128});
  seen.require_coalesced(1.1);
  // A once, p again with each row, or A with the sectors of p beside it; the vectors are little.
  seen.require_moved_at_most(3 * 3);
}

TEST_CASE("few atomics and launches", "[part6][points:1][sim]") {
  require_shared_rows();
  const Observed seen = observed<Jacobi>({260}, {.settings = {3, kTolerance}});
  require_shared(seen, {260});
  seen.require_launches_at_most(4 * 3 + 2);  // three an iteration and one before them are enough
  // One a block for each of seven sums; in a single launch all sums are added by the 33 blocks of the product. Blocks may draw each few
  // rows from a queue. One a row for the product's sum alone makes 780.
  seen.require_atomics_at_most(16 * 33);
}

TEST_CASE("1.2 times as fast as calls to cuBLAS", "[part7][points:1][gpu]") { require_speed("4096", "exercise_peer", 1.2); }
