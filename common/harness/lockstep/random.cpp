/// @file
/// @brief Fills arrays with numbers from a seed, on all cores.
#include "lockstep/random.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kWorthAllCores = 1 << 15;  // elements; fewer are done before the other cores have started

}  // namespace

template <class T>
void fill_integers(std::span<T> out, std::uint64_t seed, int magnitude) {
  const auto range = static_cast<std::uint64_t>(magnitude);
#pragma omp parallel for if (out.size() >= kWorthAllCores)
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t bits = random_bits(seed, i);
    const auto value = static_cast<int>(1 + (bits >> 32) % range);
    out[i] = static_cast<T>((bits & 1) != 0 ? -value : value);
  }
}

template <class T>
void fill_reals(std::span<T> out, std::uint64_t seed, double low, double high) {
#pragma omp parallel for if (out.size() >= kWorthAllCores)
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<T>(low + (high - low) * random_unit(seed, i));
}

template void fill_integers(std::span<float>, std::uint64_t, int);
template void fill_integers(std::span<double>, std::uint64_t, int);
template void fill_integers(std::span<int>, std::uint64_t, int);
template void fill_integers(std::span<short>, std::uint64_t, int);
template void fill_reals(std::span<float>, std::uint64_t, double, double);
template void fill_reals(std::span<double>, std::uint64_t, double, double);

}  // namespace lockstep
