/// @file
/// @brief Numbers whose logarithms are normal.
#pragma once

#include "curand/normal.hpp"

namespace lockstep::sim::random {

[[gnu::always_inline]] inline float log_normal(float normal, float mean, float stddev) {
  return __builtin_expf(__builtin_fmaf(stddev, normal, mean));
}
[[gnu::always_inline]] inline double log_normal(double normal, double mean, double stddev) {
  return __builtin_exp(__builtin_fma(stddev, normal, mean));
}

}  // namespace lockstep::sim::random

template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, float2> curand_log_normal2(State* state, float mean, float stddev) {
  using lockstep::sim::random::log_normal;
  const float2 pair = curand_normal2(state);
  return {log_normal(pair.x, mean, stddev), log_normal(pair.y, mean, stddev)};
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, double2> curand_log_normal2_double(State* state, double mean,
                                                                                                          double stddev) {
  using lockstep::sim::random::log_normal;
  const double2 pair = curand_normal2_double(state);
  return {log_normal(pair.x, mean, stddev), log_normal(pair.y, mean, stddev)};
}
/// Keeps the second number as it is now: a later call's mean and deviation do not matter to it.
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, float> curand_log_normal(State* state, float mean, float stddev) {
  using namespace lockstep::sim::random;
  return one_of_pair(state, kLogNormalKept, [&] { return curand_log_normal2(state, mean, stddev); });
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, double> curand_log_normal_double(State* state, double mean,
                                                                                                        double stddev) {
  using namespace lockstep::sim::random;
  return one_of_pair_double(state, kLogNormalKept, [&] { return curand_log_normal2_double(state, mean, stddev); });
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfInverse<State, float> curand_log_normal(State* state, float mean, float stddev) {
  return lockstep::sim::random::log_normal(curand_normal(state), mean, stddev);
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfInverse<State, double> curand_log_normal_double(State* state, double mean,
                                                                                                       double stddev) {
  return lockstep::sim::random::log_normal(curand_normal_double(state), mean, stddev);
}

[[gnu::always_inline]] inline float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float2 first = curand_log_normal2(state, mean, stddev), second = curand_log_normal2(state, mean, stddev);
  return {first.x, first.y, second.x, second.y};
}
[[gnu::always_inline]] inline double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean, double stddev) {
  const double2 first = curand_log_normal2_double(state, mean, stddev), second = curand_log_normal2_double(state, mean, stddev);
  return {first.x, first.y, second.x, second.y};
}
