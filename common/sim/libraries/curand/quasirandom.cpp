/// @file
/// @brief The host API's quasirandom generators: first all numbers of the first dimension, then those of the second, and so on.
#include <cstddef>
#include <memory>
#include <vector>

#include "cuda_runtime.h"
#include "curand_kernel.h"
#include "sim/libraries/curand/direction_vectors.hpp"
#include "sim/libraries/curand/source.hpp"

namespace lockstep::sim::random {

namespace {

template <class State, class Word>
class Quasirandom final : public Source {
 public:
  Quasirandom(bool scrambled, unsigned dimensions, unsigned long long offset) : states_(dimensions) {
    for (unsigned d = 0; d < dimensions; ++d) {
      const Directions<Word>& dimension = directions<Word>(scrambled)[d];
      sobol_init(&states_[d], dimension.vectors, dimension.shift, static_cast<Word>(offset));
    }
  }

  void raw(unsigned* out, std::size_t n) override {
    fill(out, n, [](State* state) { return static_cast<unsigned>(::curand(state)); });
  }
  void raw(unsigned long long* out, std::size_t n) override {
    fill(out, n, [](State* state) { return static_cast<unsigned long long>(::curand(state)); });
  }
  void uniform(float* out, std::size_t n) override {
    fill(out, n, [](State* state) { return curand_uniform(state); });
  }
  void uniform(double* out, std::size_t n) override {
    fill(out, n, [](State* state) { return curand_uniform_double(state); });
  }
  void normal(float* out, std::size_t n) override {
    fill(out, n, [](State* state) { return curand_normal(state); });
  }
  void normal(double* out, std::size_t n) override {
    fill(out, n, [](State* state) { return curand_normal_double(state); });
  }
  void poisson(unsigned* out, std::size_t n, double mean) override {
    fill(out, n, [mean](State* state) { return curand_poisson(state, mean); });
  }

 private:
  template <class T, class Make>
  void fill(T* out, std::size_t n, Make make) {
    const std::size_t points = n / states_.size();
    for (State& state : states_)
      for (std::size_t i = 0; i < points; ++i) *out++ = make(&state);
  }

  std::vector<State> states_;
};

}  // namespace

bool is_quasirandom(curandRngType_t type) { return type >= CURAND_RNG_QUASI_DEFAULT && type <= CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }
bool has_64_bits(curandRngType_t type) { return type == CURAND_RNG_QUASI_SOBOL64 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }

std::unique_ptr<Source> make_quasirandom_source(curandRngType_t type, unsigned dimensions, unsigned long long offset) {
  switch (type) {
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
      return std::make_unique<Quasirandom<curandStateScrambledSobol32_t, unsigned>>(true, dimensions, offset);
    case CURAND_RNG_QUASI_SOBOL64:
      return std::make_unique<Quasirandom<curandStateSobol64_t, unsigned long long>>(false, dimensions, offset);
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return std::make_unique<Quasirandom<curandStateScrambledSobol64_t, unsigned long long>>(true, dimensions, offset);
    default:
      return std::make_unique<Quasirandom<curandStateSobol32_t, unsigned>>(false, dimensions, offset);
  }
}

}  // namespace lockstep::sim::random
