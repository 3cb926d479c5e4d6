/// @file
/// @brief Uniform numbers above 0 and up to 1.
#pragma once

#include "curand/generator.hpp"
#include "curand/mrg32k3a.hpp"
#include "curand/philox.hpp"
#include "curand/xorwow.hpp"

namespace lockstep::sim::random {

constexpr double kTwoTo_32 = 1.0 / 4294967296, kTwoTo_53 = kTwoTo_32 / 2097152, kMrgUnit = 2.3283065498378288e-10;

[[gnu::always_inline]] inline float uniform(unsigned bits) {
  constexpr float kUnit = static_cast<float>(kTwoTo_32);
  return static_cast<float>(bits) * kUnit + kUnit / 2;
}
[[gnu::always_inline]] inline float uniform(unsigned long long bits) { return uniform(static_cast<unsigned>(bits >> 32)); }
[[gnu::always_inline]] inline double uniform_double(unsigned bits) { return bits * kTwoTo_32 + kTwoTo_32; }
[[gnu::always_inline]] inline double uniform_double(unsigned long long bits) {
  return static_cast<double>(bits >> 11) * kTwoTo_53 + kTwoTo_53 / 2;
}
/// 53 bits, of two words.
[[gnu::always_inline]] inline unsigned long long joined(unsigned low, unsigned high) {
  return low ^ static_cast<unsigned long long>(high) << 21;
}
[[gnu::always_inline]] inline double uniform_double(unsigned low, unsigned high) {
  return static_cast<double>(joined(low, high)) * kTwoTo_53 + kTwoTo_53 / 2;
}

}  // namespace lockstep::sim::random

template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfGenerator<State, float> curand_uniform(State* state) {
  return lockstep::sim::random::uniform(curand(state));
}
[[gnu::always_inline]] inline float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(lockstep::sim::random::mrg_next(state) * lockstep::sim::random::kMrgUnit);
}

/// From one word of the generator, except XORWOW's.
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfGenerator<State, double> curand_uniform_double(State* state) {
  return lockstep::sim::random::uniform_double(curand(state));
}
[[gnu::always_inline]] inline double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned low = curand(state);
  return lockstep::sim::random::uniform_double(low, curand(state));
}
[[gnu::always_inline]] inline double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return lockstep::sim::random::mrg_next(state) * lockstep::sim::random::kMrgUnit;
}

[[gnu::always_inline]] inline float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  using lockstep::sim::random::uniform;
  const uint4 words = curand4(state);
  return {uniform(words.x), uniform(words.y), uniform(words.z), uniform(words.w)};
}
[[gnu::always_inline]] inline double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  using lockstep::sim::random::uniform_double;
  const uint4 words = curand4(state);
  return {uniform_double(words.x, words.y), uniform_double(words.z, words.w)};
}
[[gnu::always_inline]] inline double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
  return {first.x, first.y, second.x, second.y};
}
