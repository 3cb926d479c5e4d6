/// @file
/// @brief The product of tensor-core fragments of 4 bits and of 1 bit.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "mma.h"
#include "sim/engine/device/whole_warp.hpp"

namespace nvcuda::wmma::details {

namespace {

/// The sum of the products of the elements that two words hold.
using DotOfWords = int (*)(unsigned a, unsigned b);

template <bool is_signed>
int dot_of_4_bits(unsigned a, unsigned b) {
  const auto element = [](unsigned word, unsigned i) {
    const unsigned bits = word >> 4 * i & 0xf;
    return static_cast<int>(bits) - (is_signed && bits >= 8 ? 16 : 0);
  };
  int sum = 0;
  for (unsigned i = 0; i < 8; ++i) sum += element(a, i) * element(b, i);
  return sum;
}
int count_of_differing(unsigned a, unsigned b) { return std::popcount(a ^ b); }
int count_of_common(unsigned a, unsigned b) { return std::popcount(a & b); }

void multiply_words(const char* name, int* d, unsigned a, unsigned b, const int* c, DotOfWords dot, bool saturates, Site site) {
  constexpr unsigned kWords = 4;  // in a row of a, and in a column of b
  constexpr unsigned kBits = 32, kElements = 2;
  const auto& exchange = lockstep::sim::whole_warp_exchange(a | std::uint64_t{b} << kBits, name, site);
  constexpr std::int64_t kSmallest = std::numeric_limits<int>::min(), kLargest = std::numeric_limits<int>::max();
  std::array<int, kElements> result{};
  for (unsigned i = 0; i < kElements; ++i) {
    const Place place = place_in_a<8, 2>(lane(), i);
    std::int64_t sum = c[i];
    for (unsigned word = 0; word < kWords; ++word)
      sum += dot(static_cast<unsigned>(exchange.value[place.row * kWords + word]),
                 static_cast<unsigned>(exchange.value[place.column * kWords + word] >> kBits));
    result[i] = static_cast<int>(saturates ? std::clamp(sum, kSmallest, kLargest) : sum);
  }
  std::copy(result.begin(), result.end(), d);
}

}  // namespace

void multiply_4_bits(int* d, unsigned a, unsigned b, const int* c, bool is_signed, bool saturates, Site site) {
  multiply_words("mma_sync", d, a, b, c, is_signed ? dot_of_4_bits<true> : dot_of_4_bits<false>, saturates, site);
}

void multiply_bits(int* d, unsigned a, unsigned b, const int* c, experimental::bmmaBitOp operation, Site site) {
  multiply_words("bmma_sync", d, a, b, c, operation == experimental::bmmaBitOpAND ? count_of_common : count_of_differing, false, site);
}

}  // namespace nvcuda::wmma::details
