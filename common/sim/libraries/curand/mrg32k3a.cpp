/// @file
/// @brief MRG32k3a far ahead: many steps are a power of the recurrence's matrix.
#include "curand/mrg32k3a.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lockstep::sim::random {

namespace {

constexpr std::size_t kMrgSubsequence = 76, kMrgSequence = 127;  // powers of two
constexpr std::size_t kMrgPowers = kMrgSequence + 64;

using Matrix = std::array<std::array<std::uint64_t, 3>, 3>;

constexpr Matrix product(const Matrix& a, const Matrix& b, std::uint64_t modulus) {
  Matrix result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) result[i][j] = (result[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
  return result;
}

/// The matrix of 2^k steps, for each k.
constexpr std::array<Matrix, kMrgPowers> powers(const Matrix& step, std::uint64_t modulus) {
  std::array<Matrix, kMrgPowers> all{step};
  for (std::size_t k = 1; k < kMrgPowers; ++k) all[k] = product(all[k - 1], all[k - 1], modulus);
  return all;
}

constexpr auto kMrgPowers1 = powers({{{0, 1, 0}, {0, 0, 1}, {kMrgModulus1 - 810728, 1403580, 0}}}, kMrgModulus1);
constexpr auto kMrgPowers2 = powers({{{0, 1, 0}, {0, 0, 1}, {kMrgModulus2 - 1370589, 0, 527612}}}, kMrgModulus2);

void multiply(const Matrix& matrix, std::uint64_t modulus, unsigned (&numbers)[3]) {
  std::uint64_t result[3]{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result[i] = (result[i] + matrix[i][j] * numbers[j] % modulus) % modulus;
  for (std::size_t i = 0; i < 3; ++i) numbers[i] = static_cast<unsigned>(result[i]);
}

std::size_t first_power(MrgStride stride) {
  return stride == MrgStride::step ? 0 : stride == MrgStride::subsequence ? kMrgSubsequence : kMrgSequence;
}

}  // namespace

MrgNumbers mrg_after(MrgNumbers numbers, MrgStride stride, unsigned long long n) {
  for (; n != 0; n &= n - 1) {
    const std::size_t k = first_power(stride) + static_cast<unsigned>(__builtin_ctzll(n));
    multiply(kMrgPowers1[k], kMrgModulus1, numbers.s1);
    multiply(kMrgPowers2[k], kMrgModulus2, numbers.s2);
  }
  return numbers;
}

}  // namespace lockstep::sim::random
