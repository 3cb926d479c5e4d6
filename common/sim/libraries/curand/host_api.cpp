/// @file
/// @brief cuRAND's host API.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <utility>

#include "curand.h"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/libraries/curand/direction_vectors.hpp"
#include "sim/libraries/curand/poisson_table.hpp"
#include "sim/libraries/curand/source.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/issuing/library_call.hpp"

struct curandGenerator_st {
  curandRngType_t type;
  bool on_host;  ///< fills memory of the host, at once
  curandOrdering_t order = CURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned long long seed = 0, offset = 0;
  unsigned dimensions = 1;  ///< of quasirandom numbers
  cudaStream_t stream = nullptr;
  std::shared_ptr<lockstep::sim::random::Source> source{};  ///< null: the next call begins anew
};

namespace lockstep::sim::random {

namespace {

Handles<curandGenerator_st>& generators() {
  static auto& all = immortal<Handles<curandGenerator_st>>();
  return all;
}

// What a GPU could do.
curandStatus_t refuse(const Call& call, const char* what) {
  std::fflush(stdout);
  fmt::print(stderr,
             "lockstep: error: {}: the simulator does not have {}\n  in {}\n  use XORWOW, Philox, MRG32k3a or a Sobol sequence in their "
             "default order\n",
             call.name, what, source_line(call.pc));
  return CURAND_STATUS_ARCH_MISMATCH;
}

const char* missing(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
      return "the Mersenne Twisters";
    default:
      return nullptr;
  }
}

std::unique_ptr<Source> begin(const curandGenerator_st& g) {
  if (is_quasirandom(g.type)) return make_quasirandom_source(g.type, g.dimensions, g.offset);
  return make_source(g.type, g.order, g.seed, g.offset);
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host, Call call) {
  if (generator == nullptr) return CURAND_STATUS_INTERNAL_ERROR;
  if (const char* const what = missing(type)) return refuse(call, what);
  curandGenerator_st made{type, on_host};
  if (begin(made) == nullptr) return CURAND_STATUS_TYPE_ERROR;
  const ApiCall lock;
  *generator = generators().make(std::move(made));
  return CURAND_STATUS_SUCCESS;
}

/// Runs `body(generator)` for a function of the API.
template <class Body>
curandStatus_t with(curandGenerator_t handle, Body body) {
  const ApiCall lock;
  curandGenerator_st* const generator = generators().find(handle);
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : body(*generator);
}

/// What is set holds for the numbers from here on, which begin anew, unless `change(generator)` refuses it.
template <class Change>
curandStatus_t restart(curandGenerator_t handle, Change change) {
  return with(handle, [&](curandGenerator_st& generator) {
    const curandStatus_t status = change(generator);
    if (status == CURAND_STATUS_SUCCESS) generator.source.reset();
    return status;
  });
}

curandStatus_t set_order(curandGenerator_st& generator, curandOrdering_t order) {
  const bool is_known = is_quasirandom(generator.type) ? order == CURAND_ORDERING_QUASI_DEFAULT
                                                       : order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC;
  if (!is_known) return CURAND_STATUS_OUT_OF_RANGE;
  generator.order = order;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t set_dimensions(curandGenerator_st& generator, unsigned dimensions, const Call& call) {
  if (!is_quasirandom(generator.type)) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > kMostDimensionsOfCurand) return CURAND_STATUS_OUT_OF_RANGE;
  if (dimensions > kMostDimensions)
    return refuse(call, fmt::format("direction vectors of {} dimensions, only of {}", dimensions, kMostDimensions).c_str());
  generator.dimensions = dimensions;
  return CURAND_STATUS_SUCCESS;
}

/// Fills `n` numbers at `out`: `make(source)`.
template <class T>
curandStatus_t generate(curandGenerator_t handle, Call call, T* out, std::size_t n, bool pairs, std::function<void(Source&)> make) {
  return with(handle, [&](curandGenerator_st& generator) {
    if (pairs && makes_pairs(generator.type) && n % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (n % generator.dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (n == 0) return CURAND_STATUS_SUCCESS;
    if (generator.source == nullptr) generator.source = begin(generator);
    if (generator.on_host) {
      make(*generator.source);
      return CURAND_STATUS_SUCCESS;
    }
    if (context_error() != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
    const auto operands = [out, n] {
      return std::vector<Operand>{{"outputPtr", {{reinterpret_cast<std::byte*>(out), n * sizeof(T)}}, false, true}};
    };
    const auto work = [source = generator.source, make = std::move(make)] { make(*source); };
    const cudaError_t error = api([&] { return issue(generator.stream, {call, operands, work}, Waits::no); });
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
  });
}

/// Words of as many bits as the generator has.
template <class Word>
curandStatus_t generate_raw(curandGenerator_t handle, Call call, Word* out, std::size_t n) {
  const bool wide = sizeof(Word) == sizeof(unsigned long long);
  const curandStatus_t status = with(handle, [&](curandGenerator_st& generator) {
    return has_64_bits(generator.type) == wide ? CURAND_STATUS_SUCCESS : CURAND_STATUS_TYPE_ERROR;
  });
  if (status != CURAND_STATUS_SUCCESS) return status;
  return generate(handle, call, out, n, false, [=](Source& source) { source.raw(out, n); });
}

template <class T>
curandStatus_t generate_normal(curandGenerator_t handle, Call call, T* out, std::size_t n, T mean, T stddev, bool is_log) {
  return generate(handle, call, out, n, true, [=](Source& source) {
    source.normal(out, n);
    for (std::size_t i = 0; i < n; ++i) {
      const T value = std::fma(stddev, out[i], mean);
      out[i] = is_log ? std::exp(value) : value;
    }
  });
}

}  // namespace

}  // namespace lockstep::sim::random

using namespace lockstep::sim;
namespace lsr = lockstep::sim::random;

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t rng_type) {
  return lsr::create(generator, rng_type, false, Call::here());
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t rng_type) {
  return lsr::create(generator, rng_type, true, Call::here());
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  const ApiCall lock;
  return lsr::generators().destroy(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL) return CURAND_STATUS_OUT_OF_RANGE;
  *value = type == MAJOR_VERSION ? CURAND_VER_MAJOR : type == MINOR_VERSION ? CURAND_VER_MINOR : CURAND_VER_PATCH;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  return lsr::with(generator, [&](curandGenerator_st& g) {
    g.stream = stream;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  return lsr::restart(generator, [&](curandGenerator_st& g) {
    if (lsr::is_quasirandom(g.type)) return CURAND_STATUS_TYPE_ERROR;
    g.seed = seed;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return lsr::restart(generator, [&](curandGenerator_st& g) {
    g.offset = offset;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (order == CURAND_ORDERING_PSEUDO_SEEDED) return lsr::refuse(Call::here(), "CURAND_ORDERING_PSEUDO_SEEDED");
  return lsr::restart(generator, [&](curandGenerator_st& g) { return lsr::set_order(g, order); });
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned num_dimensions) {
  return lsr::restart(generator, [&, call = Call::here()](curandGenerator_st& g) { return lsr::set_dimensions(g, num_dimensions, call); });
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return lsr::with(generator, [](curandGenerator_st&) { return CURAND_STATUS_SUCCESS; });
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* outputPtr, std::size_t num) {
  return lsr::generate_raw(generator, Call::here(), outputPtr, num);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* outputPtr, std::size_t num) {
  return lsr::generate_raw(generator, Call::here(), outputPtr, num);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* outputPtr, std::size_t num) {
  return lsr::generate(generator, Call::here(), outputPtr, num, false, [=](lsr::Source& source) { source.uniform(outputPtr, num); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* outputPtr, std::size_t num) {
  return lsr::generate(generator, Call::here(), outputPtr, num, false, [=](lsr::Source& source) { source.uniform(outputPtr, num); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* outputPtr, std::size_t n, float mean, float stddev) {
  return lsr::generate_normal(generator, Call::here(), outputPtr, n, mean, stddev, false);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* outputPtr, std::size_t n, double mean, double stddev) {
  return lsr::generate_normal(generator, Call::here(), outputPtr, n, mean, stddev, false);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* outputPtr, std::size_t n, float mean, float stddev) {
  return lsr::generate_normal(generator, Call::here(), outputPtr, n, mean, stddev, true);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* outputPtr, std::size_t n, double mean, double stddev) {
  return lsr::generate_normal(generator, Call::here(), outputPtr, n, mean, stddev, true);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* outputPtr, std::size_t n, double lambda) {
  if (!(lambda > 0 && lambda <= lsr::kMostPoissonMean)) return CURAND_STATUS_OUT_OF_RANGE;
  return lsr::generate(generator, Call::here(), outputPtr, n, false, [=](lsr::Source& source) { source.poisson(outputPtr, n, lambda); });
}
