/// @file
/// @brief What the generators' states have in common.
#pragma once

namespace lockstep::sim::random {

/// How a generator makes normal numbers: two at a time from two uniform ones (Box and Muller), or one from one by the inverse of Φ, which
/// keeps the spread of a quasirandom sequence.
enum class Normals { in_pairs, by_inverse };

/// Of each state's type: `static constexpr Normals normals`.
template <class State>
struct Generator;

template <class State>
struct PairwiseGenerator {
  static constexpr Normals normals = Normals::in_pairs;
};
template <class State>
struct InverseGenerator {
  static constexpr Normals normals = Normals::by_inverse;
};

template <Normals actual, Normals wanted, class Result>
struct ResultIf {};
template <Normals same, class Result>
struct ResultIf<same, same, Result> {
  typedef Result type;
};
/// `Result`, of functions for any generator; for those that make normal numbers in pairs; for the others.
template <class State, class Result>
using IfGenerator = typename ResultIf<Generator<State>::normals, Generator<State>::normals, Result>::type;
template <class State, class Result>
using IfPairwise = typename ResultIf<Generator<State>::normals, Normals::in_pairs, Result>::type;
template <class State, class Result>
using IfInverse = typename ResultIf<Generator<State>::normals, Normals::by_inverse, Result>::type;

/// The second number of a pair is kept for the next call; a flag says of which kind it is.
enum : int { kNoneKept = 0, kNormalKept = 1, kLogNormalKept = 2 };

template <class State>
[[gnu::always_inline]] inline void forget_kept(State* state) {
  state->boxmuller_flag = kNoneKept;
  state->boxmuller_flag_double = kNoneKept;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

}  // namespace lockstep::sim::random
