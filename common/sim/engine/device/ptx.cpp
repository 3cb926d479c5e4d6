/// @file
/// @brief What inline PTX needs of the engine: the carry, narrow floats, places in the grid, and `shfl`.
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "lockstep/sim/ptx/threads.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim::ptx {

namespace {

constexpr unsigned kMultiprocessors = 8;

// Of the OS thread: nothing can happen between an instruction that sets it and the next.
thread_local bool carry_flag = false;

/// A narrow float: how many bits its fraction and its exponent have.
template <int fraction, int exponent>
struct Narrow {
  static constexpr int kBias = (1 << (exponent - 1)) - 1;
  static constexpr u16 kInfinity = static_cast<u16>(((1 << exponent) - 1) << fraction);
  static constexpr u16 kNan = 0x7fff;

  static float value(u16 bits) {
    const int biased = bits >> fraction & ((1 << exponent) - 1);
    const int rest = bits & ((1 << fraction) - 1);
    const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
    if (biased == (1 << exponent) - 1)
      return rest == 0 ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    if (biased == 0) return sign * std::ldexp(static_cast<float>(rest), 1 - kBias - fraction);
    return sign * std::ldexp(static_cast<float>(rest | 1 << fraction), biased - kBias - fraction);
  }

  static u16 rounded(double x, bool to_zero) {
    const u16 sign = std::signbit(x) ? 0x8000 : 0;
    if (std::isnan(x)) return kNan;
    if (x == 0) return sign;
    if (std::isinf(x)) return sign | kInfinity;
    const int scale = std::max(std::ilogb(x), 1 - kBias);
    const double steps = std::ldexp(std::fabs(x), fraction - scale);
    const auto whole = static_cast<long>(to_zero ? std::trunc(steps) : std::nearbyint(steps));
    const long bits = (static_cast<long>(scale + kBias - 1) << fraction) + whole;  // a fraction that is full carries into the exponent
    if (bits >= kInfinity) return sign | (to_zero ? static_cast<u16>(kInfinity - 1) : kInfinity);
    return sign | static_cast<u16>(bits);
  }
};
using Half = Narrow<10, 5>;
using Brain = Narrow<7, 8>;

}  // namespace

bool carry() noexcept { return carry_flag; }
void set_carry(bool carry) noexcept { carry_flag = carry; }

float half_value(f16 x) noexcept { return Half::value(x.bits); }
float half_value(bf16 x) noexcept { return Brain::value(x.bits); }
f16 to_half(double x, f16) noexcept { return {Half::rounded(x, false)}; }
bf16 to_half(double x, bf16) noexcept { return {Brain::rounded(x, false)}; }
f16 to_half_zero(double x, f16) noexcept { return {Half::rounded(x, true)}; }
bf16 to_half_zero(double x, bf16) noexcept { return {Brain::rounded(x, true)}; }

u32 to_tf32(float x) noexcept {
  if (std::isnan(x)) return 0x7fffffff;
  return (as<u32>(x) + 0x1000u) & ~0x1fffu;
}

double sum_to_odd(double x, double y) noexcept {
  const double sum = x + y;
  const double part = sum - x;
  const double error = (x - (sum - part)) + (y - part);
  if (!(error < 0 || error > 0) || (as<u64>(sum) & 1) != 0) return sum;
  return std::nextafter(sum, error * std::numeric_limits<double>::infinity());
}

u32 multiprocessor() noexcept { return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % kMultiprocessors; }

u64 grid_number() noexcept { return current_worker->grid().serial; }

u32 rank_in_cluster() noexcept {
  const dim3 extent = cluster_extent();
  const dim3 index = cluster_block_index();
  return index.x + extent.x * (index.y + extent.y * index.z);
}

u32 blocks_in_cluster() noexcept {
  const dim3 extent = cluster_extent();
  return extent.x * extent.y * extent.z;
}

/// PTX says in c which lanes a lane may read from: bits 8 to 12 are the bits of a lane's number that stay, bits 0 to 4 the last lane
/// of the others (for `up` the first).
Shuffled shuffle_lane(Shuffle kind, u32 value, u32 operand, u32 clamp, u32 mask, Site site) {
  const u32 kept = clamp >> 8 & 31, me = lane(), by = operand & 31;
  const auto limit = static_cast<int>((me & kept) | (clamp & 31 & ~kept));
  const auto wanted = static_cast<int>(kind == Shuffle::up             ? me - by
                                       : kind == Shuffle::down         ? me + by
                                       : kind == Shuffle::exclusive_or ? me ^ by
                                                                       : (me & kept) | (by & ~kept));
  const bool in_range = kind == Shuffle::up ? wanted >= limit : wanted <= limit;
  const u32 from = in_range ? static_cast<u32>(wanted) : me;
  return {static_cast<u32>(shuffle_from(kind, from, mask, value, site, LaneType::bits)), in_range};
}

}  // namespace lockstep::sim::ptx
