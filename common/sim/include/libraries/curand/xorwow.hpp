/// @file
/// @brief XORWOW: a xorshift generator of five words plus a counter (Marsaglia, "Xorshift RNGs", 2003, section 3.1).
#pragma once

#include "curand/generator.hpp"

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  unsigned lockstep_padding;  ///< has a name so that it has a value: copies read it
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;

namespace lockstep::sim::random {

template <>
struct Generator<curandStateXORWOW_t> : PairwiseGenerator<curandStateXORWOW_t> {};

constexpr unsigned kXorwowIncrement = 362437;

/// Five words of the generator, `steps` steps later, or so many sequences of 2^67 steps.
struct XorwowWords {
  unsigned v[5];
};
XorwowWords xorwow_after(XorwowWords words, unsigned long long steps);
XorwowWords xorwow_after_sequences(XorwowWords words, unsigned long long sequences);

[[gnu::always_inline]] inline XorwowWords words_of(const curandStateXORWOW_t* state) {
  return {{state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]}};
}
[[gnu::always_inline]] inline void set_words(curandStateXORWOW_t* state, XorwowWords words) {
  for (int i = 0; i < 5; ++i) state->v[i] = words.v[i];
}

struct XorwowStart {
  unsigned d;
  XorwowWords words;
};
/// cuRAND's way from a seed to the first state.
[[gnu::always_inline]] inline XorwowStart xorwow_start(unsigned long long seed) {
  const unsigned low = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
  const unsigned high = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
  return {6615241u + high + low, {{123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}}};
}

}  // namespace lockstep::sim::random

[[gnu::always_inline]] inline void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  using namespace lockstep::sim::random;
  set_words(state, xorwow_after(words_of(state), n));
  state->d += kXorwowIncrement * static_cast<unsigned>(n);
}

/// The counter comes round in a sequence, so that only the words change.
[[gnu::always_inline]] inline void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  using namespace lockstep::sim::random;
  set_words(state, xorwow_after_sequences(words_of(state), n));
}

[[gnu::always_inline]] inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                               curandStateXORWOW_t* state) {
  using namespace lockstep::sim::random;
  const XorwowStart start = xorwow_start(seed);
  state->d = start.d + kXorwowIncrement * static_cast<unsigned>(offset);
  set_words(state, xorwow_after(xorwow_after_sequences(start.words, subsequence), offset));
  forget_kept(state);
  state->lockstep_padding = 0;
}

[[gnu::always_inline]] inline unsigned curand(curandStateXORWOW_t* state) {
  const unsigned first = state->v[0], last = state->v[4];
  const unsigned mixed = first ^ first >> 2;
  const unsigned made = last ^ last << 4 ^ mixed ^ mixed << 1;
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = last;
  state->v[4] = made;
  return made + (state->d += lockstep::sim::random::kXorwowIncrement);
}
