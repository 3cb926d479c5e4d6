/// @file
/// @brief The product of tensor-core fragments.
#include <bit>
#include <cstdint>
#include <string>

#include "lockstep/sim/device/mma.hpp"
#include "mma.h"

namespace nvcuda::wmma::details {

namespace {

constexpr unsigned kWarp = 0xffffffffu;

/// The fragments of an operation, how many steps of k and columns they have, and what of an element the cores multiply.
struct Tf32 {
  static constexpr const char* kName = "mma_sync";
  using Element = float;
  using FragmentC = fragment<accumulator, 16, 16, 8, float>;
  using FragmentA = fragment<matrix_a, 16, 16, 8, precision::tf32, row_major>;
  using FragmentB = fragment<matrix_b, 16, 16, 8, precision::tf32, row_major>;
  static constexpr unsigned kDepth = 8, kColumns = 16;
  static double value(float element) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(element) & ~0x1fffu); }
};
struct Bfloat16 {
  static constexpr const char* kName = "mma_sync";
  using Element = __nv_bfloat16;
  using FragmentC = fragment<accumulator, 16, 16, 16, float>;
  using FragmentA = fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major>;
  using FragmentB = fragment<matrix_b, 16, 16, 16, __nv_bfloat16, col_major>;
  static constexpr unsigned kDepth = 16, kColumns = 16;
  static double value(__nv_bfloat16 element) { return __bfloat162float(element); }
};
/// Half as wide as Tf32.
struct NarrowTf32 : Tf32 {
  static constexpr const char* kName = "mma_16x8x8";
  struct FragmentB : FragmentData<float, 2> {
    static Place place(unsigned lane, unsigned i) { return {lane % 4 + 4 * i, lane / 4}; }
  };
  struct FragmentC : FragmentData<float, 4> {
    static Place place(unsigned lane, unsigned i) { return {lane / 4 + 8 * (i / 2), lane % 4 * 2 + i % 2}; }
  };
  static constexpr unsigned kColumns = 8;
};

/// What a lane shows the others while they compute.
template <class Type>
struct Held {
  const typename Type::Element* a;
  const typename Type::Element* b;
};

/// The matrices a (16 rows) and b, put together from what the lanes hold.
template <class Type>
struct Operands {
  double a[16][Type::kDepth];
  double b[Type::kDepth][Type::kColumns];

  explicit Operands(const lockstep::sim::WarpExchange& exchange) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      const auto* held = reinterpret_cast<const Held<Type>*>(exchange.value[lane]);
      for (unsigned i = 0; i < Type::FragmentA::num_elements; ++i) {
        const Place in_a = Type::FragmentA::place(lane, i);
        a[in_a.row][in_a.column] = Type::value(held->a[i]);
      }
      for (unsigned i = 0; i < Type::FragmentB::num_elements; ++i) {
        const Place in_b = Type::FragmentB::place(lane, i);
        b[in_b.row][in_b.column] = Type::value(held->b[i]);
      }
    }
  }
};

template <class Type>
void multiply_as(float* d, const typename Type::Element* a, const typename Type::Element* b, const float* c, Site site) {
  const Held<Type> held{a, b};
  using FragmentC = typename Type::FragmentC;
  const auto& exchange = lockstep::sim::warp_exchange(kWarp, reinterpret_cast<std::uintptr_t>(&held), Type::kName, site);
  if (exchange.lanes != kWarp)
    lockstep::sim::fail_kernel(cudaErrorLaunchFailure, std::string(Type::kName) + " needs all 32 lanes of the warp", site);
  const Operands<Type> operands(exchange);
  float result[FragmentC::num_elements];
  for (unsigned i = 0; i < FragmentC::num_elements; ++i) {
    const Place place = FragmentC::place(lane(), i);
    double sum = static_cast<double>(c[i]);
    for (unsigned k = 0; k < Type::kDepth; ++k) sum += operands.a[place.row][k] * operands.b[k][place.column];
    result[i] = static_cast<float>(sum);
  }
  lockstep::sim::warp_exchange(kWarp, 0, Type::kName, site);  // the others may still be reading this lane's a and b, which d could overlap
  for (unsigned i = 0; i < FragmentC::num_elements; ++i) d[i] = result[i];
}

}  // namespace

void multiply(float* d, const float* a, const float* b, const float* c, Site site) { multiply_as<Tf32>(d, a, b, c, site); }
void multiply(float* d, const __nv_bfloat16* a, const __nv_bfloat16* b, const float* c, Site site) {
  multiply_as<Bfloat16>(d, a, b, c, site);
}

}  // namespace nvcuda::wmma::details

void lockstep::sim::mma_16x8x8(float* d, const float* a, const float* b, const float* c, Site site) {
  nvcuda::wmma::details::multiply_as<nvcuda::wmma::details::NarrowTf32>(d, a, b, c, site);
}
