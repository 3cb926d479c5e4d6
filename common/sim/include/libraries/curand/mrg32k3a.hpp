/// @file
/// @brief MRG32k3a: two linear recurrences of order three, combined (L'Ecuyer, "Good Parameters and Implementations for Combined Multiple
/// Recursive Random Number Generators", 1999).
#pragma once

#include "curand/generator.hpp"

struct curandStateMRG32k3a {
  unsigned s1[3];
  unsigned s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  unsigned lockstep_padding;  ///< has a name so that it has a value: copies read it
  double boxmuller_extra_double;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

namespace lockstep::sim::random {

template <>
struct Generator<curandStateMRG32k3a_t> : PairwiseGenerator<curandStateMRG32k3a_t> {};

constexpr unsigned long long kMrgModulus1 = 4294967087u, kMrgModulus2 = 4294944443u;

/// The last three numbers of each recurrence, oldest first.
struct MrgNumbers {
  unsigned s1[3], s2[3];
};
/// Which steps are counted: single ones, sequences of 2^127, or subsequences of 2^76.
enum class MrgStride { step, subsequence, sequence };
MrgNumbers mrg_after(MrgNumbers numbers, MrgStride stride, unsigned long long n);

[[gnu::always_inline]] inline MrgNumbers mrg_start(unsigned long long seed) {
  constexpr unsigned kFirst = 12345;
  if (seed == 0) return {{kFirst, kFirst, kFirst}, {kFirst, kFirst, kFirst}};
  const unsigned long long low = static_cast<unsigned>(seed) ^ 0x55555555u, high = static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaau;
  const unsigned low1 = static_cast<unsigned>(low * kFirst % kMrgModulus1), high1 = static_cast<unsigned>(high * kFirst % kMrgModulus1);
  const unsigned low2 = static_cast<unsigned>(low * kFirst % kMrgModulus2), high2 = static_cast<unsigned>(high * kFirst % kMrgModulus2);
  return {{low1, high1, low1}, {high2, low2, high2}};
}

[[gnu::always_inline]] inline void mrg_set(curandStateMRG32k3a_t* state, MrgNumbers numbers) {
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = numbers.s1[i];
    state->s2[i] = numbers.s2[i];
  }
}
[[gnu::always_inline]] inline void mrg_skip(curandStateMRG32k3a_t* state, MrgStride stride, unsigned long long n) {
  const unsigned *a = state->s1, *b = state->s2;
  mrg_set(state, mrg_after({{a[0], a[1], a[2]}, {b[0], b[1], b[2]}}, stride, n));
}

/// The next number, from 1 to the first modulus.
[[gnu::always_inline]] inline double mrg_next(curandStateMRG32k3a_t* state) {
  const unsigned long long a = (1403580ull * state->s1[1] + 810728ull * (kMrgModulus1 - state->s1[0])) % kMrgModulus1;
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = static_cast<unsigned>(a);
  const unsigned long long b = (527612ull * state->s2[2] + 1370589ull * (kMrgModulus2 - state->s2[0])) % kMrgModulus2;
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = static_cast<unsigned>(b);
  return static_cast<double>(a > b ? a - b : a + kMrgModulus1 - b);
}

}  // namespace lockstep::sim::random

[[gnu::always_inline]] inline void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
  lockstep::sim::random::mrg_skip(state, lockstep::sim::random::MrgStride::step, n);
}
[[gnu::always_inline]] inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  lockstep::sim::random::mrg_skip(state, lockstep::sim::random::MrgStride::subsequence, n);
}
[[gnu::always_inline]] inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  lockstep::sim::random::mrg_skip(state, lockstep::sim::random::MrgStride::sequence, n);
}

[[gnu::always_inline]] inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                               curandStateMRG32k3a_t* state) {
  using namespace lockstep::sim::random;
  mrg_set(state, mrg_after(mrg_after(mrg_start(seed), MrgStride::subsequence, subsequence), MrgStride::step, offset));
  forget_kept(state);
  state->lockstep_padding = 0;
}

/// Stretched to all of 32 bits.
[[gnu::always_inline]] inline unsigned curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned>(lockstep::sim::random::mrg_next(state) * 1.000000048662);
}
