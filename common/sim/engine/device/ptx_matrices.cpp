/// @file
/// @brief The tensor cores' `mma`, `ldmatrix` and `stmatrix`: what each lane holds of the matrices.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "lockstep/sim/ptx/matrices.hpp"
#include "sim/engine/device/whole_warp.hpp"

namespace lockstep::sim::ptx {

namespace {

unsigned per_word(Element element) {
  if (element == Element::k_f16 || element == Element::k_bf16) return 2;
  return element == Element::k_s8 || element == Element::k_u8 ? 4 : 1;
}

/// The `i`-th element of a word.
double value_of(Element element, u32 word, unsigned i) {
  switch (element) {
    case Element::k_f16:
      return half_value(f16{static_cast<u16>(word >> 16 * i)});
    case Element::k_bf16:
      return half_value(bf16{static_cast<u16>(word >> 16 * i)});
    case Element::k_tf32:
      return as<float>(word & ~0x1fffu);
    case Element::k_s8:
      return static_cast<s8>(word >> 8 * i);
    case Element::k_u8:
      return static_cast<u8>(word >> 8 * i);
    case Element::k_s32:
      return static_cast<s32>(word);
    default:
      return as<float>(word);
  }
}

u32 integer_result(const Product& product, double sum) {
  if (product.saturates) return static_cast<u32>(static_cast<s32>(std::clamp(sum, -2147483648.0, 2147483647.0)));
  return static_cast<u32>(static_cast<std::int64_t>(sum));
}

/// Keeps the lane's `i`-th element of d.
void store_result(const Product& product, Fragments& lane, unsigned i, double sum) {
  if (product.d == Element::k_f32) {
    lane.d[i] = as<u32>(static_cast<float>(sum));
  } else if (product.d == Element::k_f16) {
    const u32 bits = to_half(sum, f16{}).bits;
    lane.d[i / 2] = i % 2 == 0 ? bits : lane.d[i / 2] | bits << 16;
  } else {
    lane.d[i] = integer_result(product, sum);
  }
}

double c_of(const Product& product, const Fragments& lane, unsigned i) {
  return product.c == Element::k_f16 ? value_of(Element::k_f16, lane.c[i / 2], i % 2) : value_of(product.c, lane.c[i], 0);
}

/// d = a · b + c for the whole warp: one lane puts the matrices together and multiplies them, for all.
class WarpProduct {
 public:
  WarpProduct(const Product& product, const WarpExchange& exchange) : product_(product), exchange_(exchange), packed_(per_word(product.a)) {
    for (unsigned rank = 0; rank < 32; ++rank) gather(rank);
  }

  void hand_out() const {
    for (unsigned rank = 0; rank < 32; ++rank)
      for (unsigned i = 0; i < 4; ++i) {
        const unsigned row = rank / 4 + 8 * (i / 2), column = rank % 4 * 2 + i % 2;
        double sum = c_of(product_, lane(rank), i);
        for (unsigned k = 0; k < product_.depth; ++k) sum += a_[row][k] * b_[column][k];
        store_result(product_, lane(rank), i, sum);
      }
  }

 private:
  static constexpr unsigned kMostDepth = 32;

  Fragments& lane(unsigned rank) const { return *reinterpret_cast<Fragments*>(exchange_.value[rank]); }

  // Lane 4g + t has in word r, element e: row g + 8 (r mod 2) and column packed·t + e + 4·packed·(r / 2) of a; of b, column g and the rows
  // packed·t + e + 4·packed·r.
  void gather(unsigned rank) {
    const unsigned words_of_b = product_.depth / (4 * packed_);
    for (unsigned e = 0; e < packed_; ++e) {
      const unsigned first = packed_ * (rank % 4) + e;
      for (unsigned r = 0; r < 2 * words_of_b; ++r)
        a_[rank / 4 + 8 * (r % 2)][first + 4 * packed_ * (r / 2)] = value_of(product_.a, lane(rank).a[r], e);
      for (unsigned r = 0; r < words_of_b; ++r) b_[rank / 4][first + 4 * packed_ * r] = value_of(product_.b, lane(rank).b[r], e);
    }
  }

  const Product& product_;
  const WarpExchange& exchange_;
  unsigned packed_;  ///< elements in a word
  double a_[16][kMostDepth];
  double b_[8][kMostDepth];  ///< by columns
};

}  // namespace

void multiply(const Product& product, Fragments& lane, Site site) {
  constexpr const char* kName = "mma.sync";
  const WarpExchange& exchange = whole_warp_exchange(reinterpret_cast<std::uint64_t>(&lane), kName, site);
  if (thread_rank() % 32 == 0) WarpProduct(product, exchange).hand_out();
  warp_exchange(kWholeWarp, 0, kName, site);  // lane 0 may still be reading what this lane holds, or writing its part of d
}

void find_elements(const char* name, u64 row, unsigned count, bool transposes, MatrixPlaces& places, Site site) {
  if (row % 16 != 0) fail_kernel(cudaErrorMisalignedAddress, fmt::format("{} needs rows that begin at multiples of 16 bytes", name), site);
  const WarpExchange& rows = whole_warp_exchange(row, name, site);
  const unsigned me = thread_rank() % 32;
  for (unsigned i = 0; i < count; ++i) {
    if (transposes) {
      places.first[i] = rows.value[8 * i + me % 4 * 2] + 2 * (me / 4);
      places.second[i] = rows.value[8 * i + me % 4 * 2 + 1] + 2 * (me / 4);
    } else {
      places.first[i] = rows.value[8 * i + me / 4] + 4 * (me % 4);
    }
  }
}

}  // namespace lockstep::sim::ptx
