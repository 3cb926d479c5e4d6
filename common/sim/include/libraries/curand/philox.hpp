/// @file
/// @brief Philox4x32-10: four words from a counter of 128 bits, by ten rounds with a key (Salmon et al., "Parallel Random Numbers: As Easy
/// as 1, 2, 3", 2011).
#pragma once

#include "curand/generator.hpp"
#include "vector_types.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;  ///< of `ctr`; the next word is the one of this number:
  uint2 key;
  unsigned STATE;
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace lockstep::sim::random {

template <>
struct Generator<curandStatePhilox4_32_10_t> : PairwiseGenerator<curandStatePhilox4_32_10_t> {};

[[gnu::always_inline]] inline uint4 philox_round(uint4 c, uint2 key) {
  const unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
  return {static_cast<unsigned>(b >> 32) ^ c.y ^ key.x, static_cast<unsigned>(b), static_cast<unsigned>(a >> 32) ^ c.w ^ key.y,
          static_cast<unsigned>(a)};
}

[[gnu::always_inline]] inline uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    counter = philox_round(counter, key);
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  return counter;
}

/// The counter after `n` more quartets.
[[gnu::always_inline]] inline uint4 philox_counter_after(uint4 c, unsigned long long n) {
  const unsigned long long low = (static_cast<unsigned long long>(c.y) << 32 | c.x) + n;
  const unsigned long long high = (static_cast<unsigned long long>(c.w) << 32 | c.z) + (low < n);
  return {static_cast<unsigned>(low), static_cast<unsigned>(low >> 32), static_cast<unsigned>(high), static_cast<unsigned>(high >> 32)};
}

[[gnu::always_inline]] inline void philox_move(curandStatePhilox4_32_10_t* state, uint4 counter) {
  state->ctr = counter;
  state->output = philox(counter, state->key);
}

[[gnu::always_inline]] inline unsigned word_of(uint4 words, unsigned number) {
  return number == 0 ? words.x : number == 1 ? words.y : number == 2 ? words.z : words.w;
}

}  // namespace lockstep::sim::random

[[gnu::always_inline]] inline void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  using namespace lockstep::sim::random;
  const unsigned word = state->STATE + static_cast<unsigned>(n & 3);
  state->STATE = word & 3;
  philox_move(state, philox_counter_after(state->ctr, n / 4 + word / 4));
}

/// A sequence has 2^66 numbers: the upper half of the counter says which it is.
[[gnu::always_inline]] inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  using namespace lockstep::sim::random;
  uint4 counter = state->ctr;
  const unsigned long long high = (static_cast<unsigned long long>(counter.w) << 32 | counter.z) + n;
  counter.z = static_cast<unsigned>(high);
  counter.w = static_cast<unsigned>(high >> 32);
  philox_move(state, counter);
}

[[gnu::always_inline]] inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                               curandStatePhilox4_32_10_t* state) {
  using namespace lockstep::sim::random;
  state->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  state->STATE = static_cast<unsigned>(offset & 3);
  const uint4 first = {0, 0, static_cast<unsigned>(subsequence), static_cast<unsigned>(subsequence >> 32)};
  philox_move(state, philox_counter_after(first, offset / 4));
  forget_kept(state);
}

[[gnu::always_inline]] inline unsigned curand(curandStatePhilox4_32_10_t* state) {
  using namespace lockstep::sim::random;
  const unsigned number = state->STATE;
  const unsigned word = word_of(state->output, number);
  state->STATE = (number + 1) & 3;
  if (number == 3) philox_move(state, philox_counter_after(state->ctr, 1));
  return word;
}

/// The next four numbers.
[[gnu::always_inline]] inline uint4 curand4(curandStatePhilox4_32_10_t* state) {
  using namespace lockstep::sim::random;
  const uint4 now = state->output;
  philox_move(state, philox_counter_after(state->ctr, 1));
  const uint4 next = state->output;
  switch (state->STATE) {
    case 0:
      return now;
    case 1:
      return {now.y, now.z, now.w, next.x};
    case 2:
      return {now.z, now.w, next.x, next.y};
    default:
      return {now.w, next.x, next.y, next.z};
  }
}
