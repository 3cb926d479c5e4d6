/// @file
/// @brief Poisson numbers: by products of uniform numbers, by rejection, or from normal ones, as the mean is small, middling or large.
#pragma once

#include "curand/normal.hpp"

namespace lockstep::sim::random {

/// ln(n!)
double log_factorial(int n);
/// Where the sum of the probabilities reaches `place`, in (0, 1).
unsigned poisson_at(double place, double mean);

[[gnu::always_inline]] inline unsigned rounded_normal(double normal, double mean) {
  return static_cast<unsigned>(__builtin_sqrt(mean) * normal + mean + 0.5);
}

/// Counts factors until their product falls below exp(-mean) (Knuth, "The Art of Computer Programming", volume 2, 3.4.1).
template <class State>
[[gnu::always_inline]] inline unsigned poisson_by_product(State* state, float mean) {
  unsigned factors = 0;
  for (float product = __builtin_expf(mean);; ++factors)
    if (!((product *= curand_uniform(state)) > 1.0f)) return factors;
}

/// An approximation to the gamma distribution's integral that is easy to invert: (1 + exp(steepness · (mean - x) - shift))^-2.
struct GammaIntegral {
  float mean, steepness, shift;

  [[gnu::always_inline]] static GammaIntegral of(float mean) {
    return {mean, 1.43248035075540910f / __builtin_sqrtf(mean - 0.12400979329415655f) + 0.00025361074907033f,
            0.21096734870196546f / __builtin_sqrtf(mean - 1.97381164089999420f) + 0.94201734077887530f};
  }
  [[gnu::always_inline]] float operator()(float x) const {
    const float t = 1.0f + __builtin_expf(__builtin_fmaf(steepness, mean - x, -shift));
    return 1.0f / (t * t);
  }
  [[gnu::always_inline]] float inverse(float y) const {
    return mean - (shift + __builtin_logf(1.0f / __builtin_sqrtf(y) - 1.0f)) / steepness;
  }
};

template <class State>
[[gnu::always_inline]] inline unsigned poisson_by_rejection(State* state, float mean) {
  const GammaIntegral integral = GammaIntegral::of(mean);
  const float log_mean = __builtin_logf(mean);
  for (;;) {
    const float x = __builtin_floorf(integral.inverse(curand_uniform(state)));
    const float height = curand_uniform(state);
    const float envelope = (integral(x + 1.0f) - integral(x)) * 1.3f;
    const float probability = __builtin_expf(__builtin_fmaf(x, log_mean, -mean) - static_cast<float>(log_factorial(static_cast<int>(x))));
    if (height * envelope < probability && envelope >= 1e-20f) return static_cast<unsigned>(x);
  }
}

constexpr double kMostByProduct = 64, kMostByRejection = 4000, kMostByInverse = 1000;

[[gnu::always_inline]] inline double open_place(unsigned bits) { return bits * kTwoTo_32 + kTwoTo_32 / 2; }
[[gnu::always_inline]] inline double open_place(unsigned long long bits) {
  return static_cast<double>(bits >> 11) * kTwoTo_53 + kTwoTo_53 / 4;
}

}  // namespace lockstep::sim::random

template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfPairwise<State, unsigned> curand_poisson(State* state, double lambda) {
  using namespace lockstep::sim::random;
  if (lambda < kMostByProduct) return poisson_by_product(state, static_cast<float>(lambda));
  if (lambda > kMostByRejection) return rounded_normal(curand_normal_double(state), lambda);
  return poisson_by_rejection(state, static_cast<float>(lambda));
}
template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfInverse<State, unsigned> curand_poisson(State* state, double lambda) {
  using namespace lockstep::sim::random;
  const auto bits = curand(state);
  return lambda < kMostByInverse ? poisson_at(open_place(bits), lambda) : rounded_normal(normal_double_at(bits), lambda);
}

[[gnu::always_inline]] inline uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  using namespace lockstep::sim::random;
  if (lambda > kMostByRejection) {
    const double4 normal = curand_normal4_double(state);
    return {rounded_normal(normal.x, lambda), rounded_normal(normal.y, lambda), rounded_normal(normal.z, lambda),
            rounded_normal(normal.w, lambda)};
  }
  const unsigned x = curand_poisson(state, lambda), y = curand_poisson(state, lambda), z = curand_poisson(state, lambda);
  return {x, y, z, curand_poisson(state, lambda)};
}
