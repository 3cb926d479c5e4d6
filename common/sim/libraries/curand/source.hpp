/// @file
/// @brief What the host API's generators take their numbers from: many sequences of one seed, in turn.
#pragma once

#include <cstddef>
#include <memory>

#include "curand.h"

namespace lockstep::sim::random {

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  virtual void raw(unsigned* out, std::size_t n) = 0;
  /// Only where `has_64_bits`.
  virtual void raw(unsigned long long*, std::size_t) {}
  virtual void uniform(float* out, std::size_t n) = 0;
  virtual void uniform(double* out, std::size_t n) = 0;
  /// Of mean 0 and deviation 1.
  virtual void normal(float* out, std::size_t n) = 0;
  virtual void normal(double* out, std::size_t n) = 0;
  virtual void poisson(unsigned* out, std::size_t n, double mean) = 0;
};

/// Beginning with the number of this offset. Null: the simulator does not have this type.
std::unique_ptr<Source> make_source(curandRngType_t type, curandOrdering_t order, unsigned long long seed, unsigned long long offset);

/// One of Sobol's sequences in so many dimensions, from the point of this offset on.
std::unique_ptr<Source> make_quasirandom_source(curandRngType_t type, unsigned dimensions, unsigned long long offset);
bool is_quasirandom(curandRngType_t type);
bool has_64_bits(curandRngType_t type);

/// Does it make normal numbers in pairs, so that it takes even counts only?
bool makes_pairs(curandRngType_t type);

}  // namespace lockstep::sim::random
