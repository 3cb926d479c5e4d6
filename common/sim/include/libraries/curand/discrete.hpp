/// @file
/// @brief Numbers of a discrete distribution, from the table that `curandCreatePoissonDistribution` made.
#pragma once

#include "curand/normal.hpp"

namespace lockstep::sim::random {

/// Where the distribution's mean is too large for a table, normal numbers are rounded.
bool has_table(curandDiscreteDistribution_t distribution);
unsigned discrete_at(curandDiscreteDistribution_t distribution, double place);
unsigned rounded_at(curandDiscreteDistribution_t distribution, double normal);

}  // namespace lockstep::sim::random

template <class State>
[[gnu::always_inline]] inline lockstep::sim::random::IfGenerator<State, unsigned> curand_discrete(
    State* state, curandDiscreteDistribution_t discrete_distribution) {
  using namespace lockstep::sim::random;
  if (has_table(discrete_distribution)) return discrete_at(discrete_distribution, uniform_double(curand(state)));
  return rounded_at(discrete_distribution, curand_normal_double(state));
}

[[gnu::always_inline]] inline uint4 curand_discrete4(curandStatePhilox4_32_10_t* state,
                                                     curandDiscreteDistribution_t discrete_distribution) {
  using namespace lockstep::sim::random;
  if (has_table(discrete_distribution)) {
    const uint4 words = curand4(state);
    return {discrete_at(discrete_distribution, uniform_double(words.x)), discrete_at(discrete_distribution, uniform_double(words.y)),
            discrete_at(discrete_distribution, uniform_double(words.z)), discrete_at(discrete_distribution, uniform_double(words.w))};
  }
  const double4 normal = curand_normal4_double(state);
  return {rounded_at(discrete_distribution, normal.x), rounded_at(discrete_distribution, normal.y),
          rounded_at(discrete_distribution, normal.z), rounded_at(discrete_distribution, normal.w)};
}
