/// @file
/// @brief Makes direction vectors: each primitive polynomial over the field of two elements, in order, gives a recurrence for one
/// dimension.
#include "sim/libraries/curand/direction_vectors.hpp"

#include <cstdint>

#include "sim/engine/immortal.hpp"

namespace lockstep::sim::random {

namespace {

int degree(unsigned polynomial) { return 31 - __builtin_clz(polynomial); }

/// Are the powers of x all different, modulo this, until they come round?
bool is_primitive(unsigned polynomial) {
  const unsigned top = 1u << degree(polynomial);
  unsigned power = 1, steps = 0;
  do {
    power <<= 1;
    if ((power & top) != 0) power ^= polynomial;
    ++steps;
  } while (power > 1);
  return power == 1 && steps == top - 1;
}

/// m(k) = 2^s m(k-s) ^ m(k-s) ^ the sum of 2^i m(k-i) for each term x^(s-i) of the polynomial (Bratley and Fox, "Algorithm 659", 1988).
template <class Word>
Directions<Word> from_polynomial(unsigned polynomial, const unsigned short* initial) {
  constexpr int kBits = Directions<Word>::kBits;
  const int s = degree(polynomial);
  Word m[kBits];
  for (int k = 0; k < kBits; ++k) {
    if (k < s) {
      m[k] = k == 0 ? 1 : initial[k - 1];
      continue;
    }
    m[k] = m[k - s];
    for (int i = 1; i <= s; ++i)
      if ((polynomial >> (s - i) & 1) != 0) m[k] ^= m[k - i] << i;
  }
  Directions<Word> made{};
  for (int k = 0; k < kBits; ++k) made.vectors[k] = m[k] << (kBits - 1 - k);
  return made;
}

template <class Word>
std::vector<Directions<Word>> plain() {
  std::vector<Directions<Word>> all(1);
  for (int k = 0; k < Directions<Word>::kBits; ++k) all[0].vectors[k] = Word{1} << (Directions<Word>::kBits - 1 - k);
  const unsigned short* initial = kInitialDirections;
  for (unsigned polynomial = 3; all.size() < kMostDimensions; polynomial += 2) {
    if (!is_primitive(polynomial)) continue;
    all.push_back(from_polynomial<Word>(polynomial, initial));
    initial += degree(polynomial) - 1;
  }
  return all;
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
std::uint64_t next(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/// Each bit becomes itself plus a random sum of those above it.
template <class Word>
void scramble(Directions<Word>& dimension, std::uint64_t& state) {
  Word scrambled[Directions<Word>::kBits]{};
  for (int bit = 0; bit < Directions<Word>::kBits; ++bit) {
    const Word own = Word{1} << bit;
    const Word row = own | (static_cast<Word>(next(state)) & ~(own | (own - 1)));
    for (int k = 0; k < Directions<Word>::kBits; ++k)
      if (__builtin_parityll(dimension.vectors[k] & row)) scrambled[k] |= own;
  }
  for (int k = 0; k < Directions<Word>::kBits; ++k) dimension.vectors[k] = scrambled[k];
  dimension.shift = static_cast<Word>(next(state));
}

template <class Word>
std::vector<Directions<Word>> scrambled(std::vector<Directions<Word>> dimensions) {
  std::uint64_t state = 1;
  for (Directions<Word>& dimension : dimensions) scramble(dimension, state);
  return dimensions;
}

template <class Word>
struct BothSequences {
  std::vector<Directions<Word>> unscrambled = plain<Word>(), shuffled = scrambled(unscrambled);
};

}  // namespace

template <class Word>
const std::vector<Directions<Word>>& directions(bool scrambled) {
  static const auto& both = immortal<BothSequences<Word>>();
  return scrambled ? both.shuffled : both.unscrambled;
}
template const std::vector<Directions<unsigned>>& directions(bool);
template const std::vector<Directions<unsigned long long>>& directions(bool);

}  // namespace lockstep::sim::random
