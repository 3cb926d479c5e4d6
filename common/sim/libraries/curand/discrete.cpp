/// @file
/// @brief Discrete distributions that the program makes, for kernels to draw from.
#include <memory>
#include <utility>

#include "cuda_runtime.h"
#include "curand_kernel.h"
#include "sim/engine/immortal.hpp"
#include "sim/libraries/curand/poisson_table.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"

struct curandDiscreteDistribution_st {
  double mean;
  std::shared_ptr<const lockstep::sim::random::PoissonTable> table{};
};

namespace lockstep::sim::random {

namespace {

Handles<curandDiscreteDistribution_st>& distributions() {
  static auto& all = immortal<Handles<curandDiscreteDistribution_st>>();
  return all;
}

}  // namespace

bool has_table(curandDiscreteDistribution_t distribution) { return distribution->table != nullptr; }
unsigned discrete_at(curandDiscreteDistribution_t distribution, double place) { return (*distribution->table)(place); }
unsigned rounded_at(curandDiscreteDistribution_t distribution, double normal) { return rounded_normal(normal, distribution->mean); }

}  // namespace lockstep::sim::random

using namespace lockstep::sim;
namespace lsr = lockstep::sim::random;

curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t* discrete_distribution) {
  if (discrete_distribution == nullptr || !(lambda > 0 && lambda <= lsr::kMostPoissonMean)) return CURAND_STATUS_OUT_OF_RANGE;
  curandDiscreteDistribution_st distribution{lambda};
  if (lambda < lsr::PoissonTable::kMostTabled) distribution.table = std::make_shared<const lsr::PoissonTable>(lambda);
  const ApiCall lock;
  *discrete_distribution = lsr::distributions().make(std::move(distribution));
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t discrete_distribution) {
  const ApiCall lock;
  return lsr::distributions().destroy(discrete_distribution) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
