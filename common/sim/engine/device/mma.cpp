/// @file
/// @brief The product of tensor-core fragments.
#include "mma.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "lockstep/sim/device/mma.hpp"

namespace nvcuda::wmma::details {

namespace {

constexpr unsigned kWarp = 0xffffffffu;

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

/// What a lane shows the others while they compute.
template <class Stored>
struct Held {
  const Stored* a;
  const Stored* b;
};

/// The matrices a and b, put together from what the lanes hold.
template <unsigned m, unsigned n, unsigned k, class T>
struct Operands {
  using Stored = typename Operand<T>::Stored;
  static constexpr unsigned kPack = Operand<T>::pack;
  double a[m][k];
  double b[k][n];

  explicit Operands(const lockstep::sim::WarpExchange& exchange) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      const auto* held = reinterpret_cast<const Held<Stored>*>(exchange.value[lane]);
      for (unsigned i = 0; i < m * k / 32; ++i) {
        const Place in_a = place_in_a<m, kPack>(lane, i);
        a[in_a.row][in_a.column] = factor(T{}, held->a[i]);
      }
      for (unsigned i = 0; i < k * n / 32; ++i) {
        const Place in_b = place_in_b<k, kPack>(lane, i);
        b[in_b.row][in_b.column] = factor(T{}, held->b[i]);
      }
    }
  }
};

template <unsigned m, unsigned n, unsigned k, class T, class Stored, class D, class C>
void multiply_as(const char* name, D* d, const Stored* a, const Stored* b, const C* c, bool saturates, Site site) {
  constexpr unsigned kElements = m * n / 32;
  const Held<Stored> held{a, b};
  const auto& exchange = lockstep::sim::warp_exchange(kWarp, reinterpret_cast<std::uintptr_t>(&held), name, site);
  if (exchange.lanes != kWarp)
    lockstep::sim::fail_kernel(cudaErrorLaunchFailure, (std::string(name) + " needs all 32 lanes of the warp").c_str(), site);
  const Operands<m, n, k, T> operands(exchange);
  D result[kElements];
  for (unsigned i = 0; i < kElements; ++i) {
    const Place place = place_in_a<m, 2>(lane(), i);
    double sum = summand(c[i]);
    for (unsigned step = 0; step < k; ++step) {
      const double x = operands.a[place.row][step], y = operands.b[step][place.column];
      sum = std::is_same_v<T, double> ? std::fma(x, y, sum) : sum + x * y;
    }
    result[i] = element_of<D>(sum, saturates);
  }
  lockstep::sim::warp_exchange(kWarp, 0, name, site);  // the others may still be reading this lane's a and b, which d could overlap
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
