/// @file
/// @brief Normal numbers: in pairs by Box and Muller's method, or from one uniform number each.
///
/// A GPU's fast sine and cosine are not those here: float results differ from a GPU's by less than 1e-6 times the length of the pair, which
/// is less than 7.
#pragma once

#include "curand/generator.hpp"
#include "curand/uniform.hpp"
#include "lockstep/sim/device/math.hpp"

namespace lockstep::sim::random {

constexpr float kTwoPi = 6.2831855f;

[[gnu::always_inline]] inline float2 pair_at(float length, float angle) {
  return {length * __builtin_sinf(angle), length * __builtin_cosf(angle)};
}
[[gnu::always_inline]] inline float length_of(float uniform) { return __builtin_sqrtf(-2.0f * __builtin_logf(uniform)); }
[[gnu::always_inline]] inline double length_of(double uniform) { return __builtin_sqrt(-2.0 * __builtin_log(uniform)); }
/// @param turns  half turns
[[gnu::always_inline]] inline double2 pair_at_half_turns(double length, double turns) {
  double sine, cosine;
  sincospi(turns, &sine, &cosine);
  return {length * sine, length * cosine};
}

[[gnu::always_inline]] inline float2 normal_pair(unsigned a, unsigned b) {
  constexpr float kTurn = static_cast<float>(kTwoTo_32) * kTwoPi;
  return pair_at(length_of(uniform(a)), __builtin_fmaf(static_cast<float>(b), kTurn, kTurn / 2));
}
[[gnu::always_inline]] inline double2 normal_pair(unsigned a0, unsigned a1, unsigned b0, unsigned b1) {
  const double turns = static_cast<double>(joined(b0, b1)) * (2 * kTwoTo_53) + kTwoTo_53;
  return pair_at_half_turns(length_of(uniform_double(a0, a1)), turns);
}

template <class State>
[[gnu::always_inline]] inline float2 normal_pair(State* state) {
  const unsigned a = curand(state);
  return normal_pair(a, curand(state));
}
[[gnu::always_inline]] inline float2 normal_pair(curandStateMRG32k3a_t* state) {
  const float length = length_of(curand_uniform(state));
  return pair_at(length, curand_uniform(state) * kTwoPi);
}
template <class State>
[[gnu::always_inline]] inline double2 normal_pair_double(State* state) {
  const unsigned a0 = curand(state), a1 = curand(state), b0 = curand(state);
  return normal_pair(a0, a1, b0, curand(state));
}
[[gnu::always_inline]] inline double2 normal_pair_double(curandStateMRG32k3a_t* state) {
  const double length = length_of(curand_uniform_double(state));
  return pair_at_half_turns(length, curand_uniform_double(state) * 2.0);
}

/// Where Φ is what the bits say; the upper half mirrors the lower, whose numbers are exact.
[[gnu::always_inline]] inline float normal_at(unsigned bits) {
  const bool upper = bits > 0x80000000u;
  const float place = uniform(upper ? ~bits : bits);
  const float size = 1.4142135f * erfcinvf(2.0f * place);
  return upper ? size : -size;
}
[[gnu::always_inline]] inline float normal_at(unsigned long long bits) { return normal_at(static_cast<unsigned>(bits >> 32)); }
[[gnu::always_inline]] inline double inverse_at(bool upper, double place) {
  const double size = 1.4142135623730951 * erfcinv(2.0 * place);
  return upper ? size : -size;
}
[[gnu::always_inline]] inline double normal_double_at(unsigned bits) {
  const bool upper = bits > 0x80000000u;
  return inverse_at(upper, (upper ? ~bits : bits) * kTwoTo_32 + kTwoTo_32 / 2);
}
[[gnu::always_inline]] inline double normal_double_at(unsigned long long bits) {
  const unsigned long long place = bits >> 11;
  const bool upper = place > 0x10000000000000u;
  return inverse_at(upper, static_cast<double>(upper ? 0x1fffffffffffffu - place : place) * kTwoTo_53 + kTwoTo_53 / 2);
}

/// The number that an earlier call kept, of this kind; or the first of a new pair, whose second is kept.
template <class State, class MakePair>
[[gnu::always_inline]] inline float one_of_pair(State* state, int kind, MakePair make) {
  if (state->boxmuller_flag == kind) {
    state->boxmuller_flag = kNoneKept;
    return state->boxmuller_extra;
  }
  const float2 pair = make();
  state->boxmuller_extra = pair.y;
  state->boxmuller_flag = kind;
  return pair.x;
}
template <class State, class MakePair>
[[gnu::always_inline]] inline double one_of_pair_double(State* state, int kind, MakePair make) {
  if (state->boxmuller_flag_double == kind) {
    state->boxmuller_flag_double = kNoneKept;
    return state->boxmuller_extra_double;
  }
  const double2 pair = make();
  state->boxmuller_extra_double = pair.y;
  state->boxmuller_flag_double = kind;
  return pair.x;
}

}  // namespace lockstep::sim::random

template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, float2> curand_normal2(State* state) {
  return lockstep::sim::random::normal_pair(state);
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, double2> curand_normal2_double(State* state) {
  return lockstep::sim::random::normal_pair_double(state);
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, float> curand_normal(State* state) {
  return lockstep::sim::random::one_of_pair(state, lockstep::sim::random::kNormalKept, [&] { return curand_normal2(state); });
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, double> curand_normal_double(State* state) {
  return lockstep::sim::random::one_of_pair_double(state, lockstep::sim::random::kNormalKept, [&] { return curand_normal2_double(state); });
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfInverse<State, float> curand_normal(State* state) {
  return lockstep::sim::random::normal_at(curand(state));
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfInverse<State, double> curand_normal_double(State* state) {
  return lockstep::sim::random::normal_double_at(curand(state));
}

[[gnu::always_inline]] inline float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const float2 first = curand_normal2(state), second = curand_normal2(state);
  return {first.x, first.y, second.x, second.y};
}
[[gnu::always_inline]] inline double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
  return {first.x, first.y, second.x, second.y};
}
