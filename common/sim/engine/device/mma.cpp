/// @file
/// @brief The product of tensor-core fragments.
#include "mma.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "lockstep/sim/device/mma.hpp"
#include "sim/engine/device/whole_warp.hpp"

namespace nvcuda::wmma::details {

namespace {

/// What of an element the cores multiply.
double factor(precision::tf32, float element) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(element) & ~0x1fffu); }
template <class T>
double factor(T, __half element) {
  return lockstep::sim::widened(element);
}
template <class T>
double factor(T, __nv_bfloat16 element) {
  return lockstep::sim::widened(element);
}
template <class T, class Stored>
double factor(T, Stored element) {
  return element;
}

double summand(__half c) { return lockstep::sim::widened(c); }
template <class C>
double summand(C c) {
  return static_cast<double>(c);
}

/// The sum as an element of d; of integers, no sum of bytes and an int is beyond what a double holds.
template <class D>
D element_of(double sum, bool saturates) {
  if constexpr (std::is_same_v<D, int>) {
    constexpr double kSmallest = std::numeric_limits<int>::min(), kLargest = std::numeric_limits<int>::max();
    return static_cast<int>(static_cast<std::int64_t>(saturates ? std::clamp(sum, kSmallest, kLargest) : sum));
  } else {
    return static_cast<D>(sum);
  }
}

/// What a lane brings, and where it gets its part of d.
template <class Stored, class D, class C>
struct Held {
  const Stored* a;
  const Stored* b;
  const C* c;
  D* result;
};

/// d = a · b + c for the whole warp: one lane puts the matrices together and multiplies them, for all.
template <unsigned m, unsigned n, unsigned k, class T, class Stored, class D, class C>
class WarpProduct {
 public:
  explicit WarpProduct(const lockstep::sim::WarpExchange& exchange) : exchange_(exchange) {
    for (unsigned lane = 0; lane < 32; ++lane) gather(lane);
  }

  void multiply() {
    for (unsigned row = 0; row < m; ++row)
      for (unsigned step = 0; step < k; ++step)
        for (unsigned column = 0; column < n; ++column) add(sum_[row][column], a_[row][step], b_[step][column]);
  }

  void hand_out(bool saturates) const {
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < kElements; ++i) {
        const Place place = place_in_a<m, 2>(lane, i);
        held(lane).result[i] = element_of<D>(sum_[place.row][place.column], saturates);
      }
  }

 private:
  static constexpr unsigned kPack = Operand<T>::pack, kElements = m * n / 32;

  const Held<Stored, D, C>& held(unsigned lane) const { return *reinterpret_cast<const Held<Stored, D, C>*>(exchange_.value[lane]); }

  void gather(unsigned lane) {
    for (unsigned i = 0; i < m * k / 32; ++i) {
      const Place place = place_in_a<m, kPack>(lane, i);
      a_[place.row][place.column] = factor(T{}, held(lane).a[i]);
    }
    for (unsigned i = 0; i < k * n / 32; ++i) {
      const Place place = place_in_b<k, kPack>(lane, i);
      b_[place.row][place.column] = factor(T{}, held(lane).b[i]);
    }
    for (unsigned i = 0; i < kElements; ++i) {
      const Place place = place_in_a<m, 2>(lane, i);
      sum_[place.row][place.column] = summand(held(lane).c[i]);
    }
  }

  static void add(double& sum, double x, double y) { sum = std::is_same_v<T, double> ? std::fma(x, y, sum) : sum + x * y; }

  const lockstep::sim::WarpExchange& exchange_;
  double a_[m][k];
  double b_[k][n];
  double sum_[m][n];
};

template <unsigned m, unsigned n, unsigned k, class T, class Stored, class D, class C>
void multiply_as(const char* name, D* d, const Stored* a, const Stored* b, const C* c, bool saturates, Site site) {
  constexpr unsigned kElements = m * n / 32;
  D result[kElements];
  const Held<Stored, D, C> held{a, b, c, result};
  const auto& exchange = lockstep::sim::whole_warp_exchange(reinterpret_cast<std::uintptr_t>(&held), name, site);
  if (lane() == 0) {
    WarpProduct<m, n, k, T, Stored, D, C> product(exchange);
    product.multiply();
    product.hand_out(saturates);
  }
  lockstep::sim::warp_exchange(lockstep::sim::kWholeWarp, 0, name,
                               site);  // until then lane 0 may be reading this lane's a, b and c, which d could overlap
  for (unsigned i = 0; i < kElements; ++i) d[i] = result[i];
}

}  // namespace

#define LOCKSTEP_MMA_DEFINED(m, n, k, T, Stored, D, C)                                                                \
  void multiply(Product<m, n, k, T>, D* d, const Stored* a, const Stored* b, const C* c, bool saturates, Site site) { \
    multiply_as<m, n, k, T>("mma_sync", d, a, b, c, saturates, site);                                                 \
  }
LOCKSTEP_MMA(LOCKSTEP_MMA_DEFINED)

}  // namespace nvcuda::wmma::details

void lockstep::sim::mma_16x8x8(float* d, const float* a, const float* b, const float* c, Site site) {
  nvcuda::wmma::details::multiply_as<16, 8, 8, nvcuda::wmma::precision::tf32>("mma_16x8x8", d, a, b, c, false, site);
}
