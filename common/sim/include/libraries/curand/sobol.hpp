/// @file
/// @brief Sobol's quasirandom sequences, in the order of Gray codes (Antonov and Saleev, 1979): of 32 or 64 bits, and shifted by a
/// constant.
#pragma once

#include "curand/generator.hpp"

namespace lockstep::sim::random {

/// One dimension. `i` counts the points, `x` is the next one, `c` is what all are shifted by.
template <class Word, int bits>
struct SobolState {
  Word i, x, c;
  Word direction_vectors[bits];
};

}  // namespace lockstep::sim::random

struct curandStateSobol32 : lockstep::sim::random::SobolState<unsigned, 32> {};
struct curandStateScrambledSobol32 : lockstep::sim::random::SobolState<unsigned, 32> {};
struct curandStateSobol64 : lockstep::sim::random::SobolState<unsigned long long, 64> {};
struct curandStateScrambledSobol64 : lockstep::sim::random::SobolState<unsigned long long, 64> {};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

namespace lockstep::sim::random {

template <>
struct Generator<curandStateSobol32_t> : InverseGenerator<curandStateSobol32_t> {};
template <>
struct Generator<curandStateScrambledSobol32_t> : InverseGenerator<curandStateScrambledSobol32_t> {};
template <>
struct Generator<curandStateSobol64_t> : InverseGenerator<curandStateSobol64_t> {};
template <>
struct Generator<curandStateScrambledSobol64_t> : InverseGenerator<curandStateScrambledSobol64_t> {};

template <class Word, int bits>
[[gnu::always_inline]] inline void sobol_move(SobolState<Word, bits>* state, Word n) {
  const Word i = state->i + n;
  const Word gray = i ^ i >> 1;
  Word x = state->c;
  for (int k = 0; k < bits; ++k)
    if ((gray >> k & 1) != 0) x ^= state->direction_vectors[k];
  state->i = i;
  state->x = x;
}

template <class Word, int bits>
[[gnu::always_inline]] inline void sobol_init(SobolState<Word, bits>* state, const Word* vectors, Word shift, Word offset) {
  state->i = 0;
  state->c = shift;
  for (int k = 0; k < bits; ++k) state->direction_vectors[k] = vectors[k];
  sobol_move(state, offset);
}

template <class Word, int bits>
[[gnu::always_inline]] inline Word sobol_next(SobolState<Word, bits>* state) {
  const Word point = state->x, i = state->i;
  const int lowest_zero = i == static_cast<Word>(-1) ? bits - 1 : __builtin_ctzll(~static_cast<unsigned long long>(i));
  state->x = point ^ state->direction_vectors[lowest_zero];
  state->i = i + 1;
  return point;
}

}  // namespace lockstep::sim::random

template <class State, class = lockstep::sim::random::IfInverse<State, void>>
[[gnu::always_inline]] inline void skipahead(decltype(State::i) n, State* state) {
  lockstep::sim::random::sobol_move(state, n);
}

[[gnu::always_inline]] inline void curand_init(curandDirectionVectors32_t direction_vectors, unsigned offset, curandStateSobol32_t* state) {
  lockstep::sim::random::sobol_init(state, direction_vectors, 0u, offset);
}
[[gnu::always_inline]] inline void curand_init(curandDirectionVectors32_t direction_vectors, unsigned scramble_c, unsigned offset,
                                               curandStateScrambledSobol32_t* state) {
  lockstep::sim::random::sobol_init(state, direction_vectors, scramble_c, offset);
}
[[gnu::always_inline]] inline void curand_init(curandDirectionVectors64_t direction_vectors, unsigned long long offset,
                                               curandStateSobol64_t* state) {
  lockstep::sim::random::sobol_init(state, direction_vectors, 0ull, offset);
}
[[gnu::always_inline]] inline void curand_init(curandDirectionVectors64_t direction_vectors, unsigned long long scramble_c,
                                               unsigned long long offset, curandStateScrambledSobol64_t* state) {
  lockstep::sim::random::sobol_init(state, direction_vectors, scramble_c, offset);
}

[[gnu::always_inline]] inline unsigned curand(curandStateSobol32_t* state) { return lockstep::sim::random::sobol_next(state); }
[[gnu::always_inline]] inline unsigned curand(curandStateScrambledSobol32_t* state) { return lockstep::sim::random::sobol_next(state); }
[[gnu::always_inline]] inline unsigned long long curand(curandStateSobol64_t* state) { return lockstep::sim::random::sobol_next(state); }
[[gnu::always_inline]] inline unsigned long long curand(curandStateScrambledSobol64_t* state) {
  return lockstep::sim::random::sobol_next(state);
}
