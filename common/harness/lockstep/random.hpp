/// @file
/// @brief Inputs from a seed: each element is a function of the seed and its index alone, so filling needs no order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// 64 random bits for position `index` of the sequence `seed`.
/// Source: the n-th output of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t bits = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
  return bits ^ (bits >> 31);
}

/// A seed for one of several arrays of a problem: sequences of different `array` have nothing in common.
constexpr std::uint64_t array_seed(std::uint64_t seed, std::uint64_t array) { return random_bits(random_bits(seed, 0x6c6f636b), array); }

/// A real in [0, 1) at position `index`, a multiple of 2⁻⁵³.
constexpr double random_unit(std::uint64_t seed, std::uint64_t index) {
  return static_cast<double>(random_bits(seed, index) >> 11) * 0x1p-53;
}

/// Fills `out` with integers of random sign and 1 ≤ |x| ≤ `magnitude`. None is zero, so that a dropped or doubled element shows.
/// @tparam Number  float, double, int or short
template <class Number>
void fill_integers(std::span<Number> out, std::uint64_t seed, int magnitude);

/// Fills `out` with reals, uniform in [`low`, `high`), rounded to T.
/// @tparam Number  float or double
template <class Number>
void fill_reals(std::span<Number> out, std::uint64_t seed, double low, double high);

/// The largest `magnitude` (1 to 8) for which a sum of `terms` products of `factors` such integers is exact in float in every order:
/// terms · magnitude^factors ≤ 2²⁴, so that no partial sum leaves the integers that a float holds.
/// Above 2²⁴ terms it is 1. Partial sums of random signs then stay near √terms: still exact in any order that does not sort by sign.
constexpr int exact_magnitude(std::int64_t terms, int factors) {
  for (int magnitude = 8; magnitude > 1; --magnitude) {
    std::int64_t product = 1;
    for (int factor = 0; factor < factors; ++factor) product *= magnitude;
    if (terms <= (std::int64_t{1} << 24) / product) return magnitude;
  }
  return 1;
}

}  // namespace lockstep
