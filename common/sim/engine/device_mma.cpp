/// @file
/// @brief The product of tensor-core fragments.
#include <bit>
#include <cstdint>

#include "mma.h"

namespace nvcuda::wmma::details {

namespace {

constexpr unsigned kWarp = 0xffffffffu;
using FragmentA = fragment<matrix_a, 16, 16, 8, precision::tf32, row_major>;
using FragmentB = fragment<matrix_b, 16, 16, 8, precision::tf32, row_major>;
using FragmentC = fragment<accumulator, 16, 16, 8, float>;

/// What a lane shows the others while they compute.
struct Held {
  const float* a;
  const float* b;
};

double tf32(float value) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & ~0x1fffu); }

/// The matrices a (16×8) and b (8×16), put together from what the lanes hold.
struct Operands {
  double a[16][8];
  double b[8][16];

  explicit Operands(const lockstep::sim::WarpExchange& met) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      const auto* held = reinterpret_cast<const Held*>(met.value[lane]);
      for (unsigned i = 0; i < FragmentA::num_elements; ++i) {
        const Place in_a = FragmentA::place(lane, i), in_b = FragmentB::place(lane, i);
        a[in_a.row][in_a.column] = tf32(held->a[i]);
        b[in_b.row][in_b.column] = tf32(held->b[i]);
      }
    }
  }
};

}  // namespace

void multiply(float* d, const float* a, const float* b, const float* c, Site site) {
  const Held held{a, b};
  const auto met = lockstep::sim::warp_exchange(kWarp, reinterpret_cast<std::uintptr_t>(&held), "mma_sync", site);
  if (met.lanes != kWarp) lockstep::sim::fail_kernel(cudaErrorLaunchFailure, "mma_sync needs all 32 lanes of the warp", site);
  const Operands operands(met);
  float result[FragmentC::num_elements];
  for (unsigned i = 0; i < FragmentC::num_elements; ++i) {
    const Place place = FragmentC::place(lane(), i);
    double sum = static_cast<double>(c[i]);
    for (unsigned k = 0; k < 8; ++k) sum += operands.a[place.row][k] * operands.b[k][place.column];
    result[i] = static_cast<float>(sum);
  }
  lockstep::sim::warp_exchange(kWarp, 0, "mma_sync", site);  // the others may still be reading this lane's a and b, which d could overlap
  for (unsigned i = 0; i < FragmentC::num_elements; ++i) d[i] = result[i];
}

}  // namespace nvcuda::wmma::details
