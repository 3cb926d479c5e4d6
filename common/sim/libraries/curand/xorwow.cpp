/// @file
/// @brief XORWOW far ahead: a step is linear in the words' bits, so that many steps are a power of its matrix.
#include <array>
#include <cstddef>
#include <memory>

#include "curand/generator.hpp"
#include "curand/xorwow.hpp"

namespace lockstep::sim::random {

namespace {

constexpr std::size_t kXorwowBits = 160;
constexpr std::size_t kXorwowSequence = 67;  // 2^67 steps
constexpr std::size_t kXorwowPowers = kXorwowSequence + 64;

/// What each bit of the words alone becomes.
using BitMatrix = std::array<XorwowWords, kXorwowBits>;

XorwowWords times(const BitMatrix& matrix, const XorwowWords& words) {
  XorwowWords product{};
  for (unsigned word = 0; word < 5; ++word)
    for (unsigned rest = words.v[word]; rest != 0; rest &= rest - 1) {
      const XorwowWords& column = matrix[word * 32 + static_cast<unsigned>(__builtin_ctz(rest))];
      for (int i = 0; i < 5; ++i) product.v[i] ^= column.v[i];
    }
  return product;
}

BitMatrix one_step() {
  BitMatrix matrix{};
  for (std::size_t bit = 0; bit < kXorwowBits; ++bit) {
    curandStateXORWOW_t state{};
    state.v[bit / 32] = 1u << bit % 32;
    ::curand(&state);
    matrix[bit] = words_of(&state);
  }
  return matrix;
}

BitMatrix squared(const BitMatrix& matrix) {
  BitMatrix square{};
  for (std::size_t bit = 0; bit < kXorwowBits; ++bit) square[bit] = times(matrix, matrix[bit]);
  return square;
}

/// The matrix of 2^k steps, for each k.
const std::array<BitMatrix, kXorwowPowers>& powers() {
  static const auto all = [] {
    auto made = std::make_unique<std::array<BitMatrix, kXorwowPowers>>();
    (*made)[0] = one_step();
    for (std::size_t k = 1; k < kXorwowPowers; ++k) (*made)[k] = squared((*made)[k - 1]);
    return made;
  }();
  return *all;
}

XorwowWords after(XorwowWords words, std::size_t first_power, unsigned long long n) {
  for (; n != 0; n &= n - 1) words = times(powers()[first_power + static_cast<unsigned>(__builtin_ctzll(n))], words);
  return words;
}

}  // namespace

XorwowWords xorwow_after(XorwowWords words, unsigned long long steps) { return after(words, 0, steps); }
XorwowWords xorwow_after_sequences(XorwowWords words, unsigned long long sequences) { return after(words, kXorwowSequence, sequences); }

}  // namespace lockstep::sim::random
