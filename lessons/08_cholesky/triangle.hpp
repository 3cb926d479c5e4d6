/// @file
/// @brief Lower triangular matrices: how their rows lie in memory, and one whose decomposition and whose systems no step rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "lockstep/random.hpp"

/// What the decomposition and the exercise, which solves with its result, have in common.
struct Triangle {
  static constexpr std::int64_t kDense = 512;  ///< up to this n an exact L has all the elements that it may have

  /// n, rounded up to whole lines of 128 bytes: each row then begins at a boundary for 16-byte loads, and shares no sector with another.
  /// @throws std::bad_alloc where n² elements are more than any machine has
  static std::int64_t pitch_of(std::int64_t n) {
    if (n > std::int64_t{1} << 28) throw std::bad_alloc();
    constexpr std::int64_t kLine = 128 / sizeof(float);
    return (n + kLine - 1) / kLine * kLine;
  }

  /// An L of small integers with 1, 2 or 4 on its diagonal, which comes back from A = LLᵀ bit for bit, whatever the algorithm.
  ///
  /// A third of the indices, at random, are *sources*, the others *sinks*; below the diagonal lᵢⱼ is zero unless i is a sink and j is a
  /// source, and ±1 to ±4 else. So no element is the end of a chain of updates longer than two, and nothing grows with n: of N = L − D,
  /// D the diagonal, N² = 0. The inverse of L, and of each square block on its diagonal, is D⁻¹ − D⁻¹ N D⁻¹: multiples of 1/16, at most 4.
  /// A sum of products of all these is a multiple of 1/16, and at most 30 n: exact up to n = 2¹⁵ even if all signs were equal, and for
  /// every n that a machine holds with signs at random. Roots and quotients are of powers of two.
  ///
  /// Above kDense, elements are dropped at random until a column has kDense / 3 on average, so that A takes n steps of a fixed cost to
  /// make.
  static std::vector<float> exact_factor(std::int64_t n, std::int64_t pitch, std::uint64_t seed) {
    const std::uint64_t roles = lockstep::array_seed(seed, 0), values = lockstep::array_seed(seed, 1);
    const auto is_source = [&](std::int64_t i) { return lockstep::random_bits(roles, static_cast<std::uint64_t>(i)) % 3 == 0; };
    const double kept = static_cast<double>(kDense) / static_cast<double>(n);
    std::vector<float> l(static_cast<std::size_t>(n * pitch));
    for (std::int64_t i = 0; i < n; ++i) {
      const auto row = static_cast<std::size_t>(i * pitch);
      l[row + static_cast<std::size_t>(i)] = static_cast<float>(1 << (lockstep::random_bits(values, static_cast<std::uint64_t>(i)) % 3));
      if (is_source(i)) continue;
      for (std::int64_t j = 0; j < i; ++j) {
        if (!is_source(j)) continue;
        const auto place = static_cast<std::uint64_t>(n + i * n + j);
        if (lockstep::random_unit(roles, place) >= kept) continue;
        const std::uint64_t bits = lockstep::random_bits(values, place);
        l[row + static_cast<std::size_t>(j)] = static_cast<float>(1 + bits % 4) * (bits & 4 ? 1.0F : -1.0F);
      }
    }
    return l;
  }
};
