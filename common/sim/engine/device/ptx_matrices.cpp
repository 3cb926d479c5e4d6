/// @file
/// @brief The tensor cores' `mma`, `ldmatrix` and `stmatrix`: what each lane holds of the matrices.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "lockstep/sim/ptx/matrices.hpp"
#include "sim/engine/failures/failure.hpp"

namespace lockstep::sim::ptx {

namespace {

constexpr u32 kAllLanes = 0xffffffffu;

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

/// The fragments that the lanes brought.
class Matrices {
 public:
  Matrices(const Product& product, const WarpExchange& exchange) : product_(product), words_(per_word(product.a)) {
    for (unsigned i = 0; i < 32; ++i) lanes_[i] = reinterpret_cast<const Fragments*>(exchange.value[i]);
  }

  // Lane 4g + t has in word r, element e: row g + 8 (r mod 2) and column words·t + e + 4·words·(r / 2) of a.
  double a(unsigned row, unsigned column) const {
    const unsigned word = row / 8 + 2 * (column / (4 * words_));
    const unsigned within = column % (4 * words_);
    return value_of(product_.a, lanes_[4 * (row % 8) + within / words_]->a[word], within % words_);
  }
  double b(unsigned row, unsigned column) const {
    const unsigned within = row % (4 * words_);
    return value_of(product_.b, lanes_[4 * column + within / words_]->b[row / (4 * words_)], within % words_);
  }

 private:
  const Product& product_;
  unsigned words_;
  const Fragments* lanes_[32];
};

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

}  // namespace

void multiply(const Product& product, Fragments& lane, Site site) {
  constexpr const char* kName = "mma.sync";
  const WarpExchange& exchange = warp_exchange(kAllLanes, reinterpret_cast<std::uint64_t>(&lane), kName, site);
  if (exchange.lanes != kAllLanes) fail_kernel(cudaErrorLaunchFailure, "mma.sync needs all 32 lanes of the warp", site);
  const Matrices matrices(product, exchange);
  const unsigned me = thread_rank() % 32;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = me / 4 + 8 * (i / 2);
    const unsigned column = me % 4 * 2 + i % 2;
    double sum = c_of(product, lane, i);
    for (unsigned k = 0; k < product.depth; ++k) sum += matrices.a(row, k) * matrices.b(k, column);
    store_result(product, lane, i, sum);
  }
  warp_exchange(kAllLanes, 0, kName, site);  // the others may still be reading what this lane holds
}

void find_elements(const char* name, u64 row, unsigned count, bool transposes, MatrixPlaces& places, Site site) {
  if (row % 16 != 0) fail_kernel(cudaErrorMisalignedAddress, fmt::format("{} needs rows that begin at multiples of 16 bytes", name), site);
  const WarpExchange& rows = warp_exchange(kAllLanes, row, name, site);
  if (rows.lanes != kAllLanes) fail_kernel(cudaErrorLaunchFailure, fmt::format("{} needs all 32 lanes of the warp", name), site);
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
