/// @file
/// @brief Interleaves sequences as cuRAND does: its documentation calls that the ordering.
#include "sim/libraries/curand/source.hpp"

#include <deque>
#include <vector>

#include "cuda_runtime.h"
#include "curand_kernel.h"
#include "sim/libraries/curand/poisson_table.hpp"

namespace lockstep::sim::random {

namespace {

/// The states of sequences that take turns, made when it is first their turn.
template <class State>
class Sequences {
 public:
  /// @param turn  how many numbers of a sequence are one turn
  Sequences(unsigned long long seed, std::size_t count, unsigned long long turns_before, unsigned turn)
      : seed_(seed), count_(count), rounds_(turns_before / count), begun_(turns_before % count), turn_(turn), next_(begun_) {}

  State& next() {
    while (states_.size() <= next_) {
      const std::size_t sequence = states_.size();
      const unsigned long long rounds = rounds_ + (sequence < begun_ ? 1 : 0);
      curand_init(seed_, sequence, rounds * turn_, &states_.emplace_back());
    }
    State& state = states_[next_];
    next_ = (next_ + 1) % count_;
    return state;
  }

 private:
  unsigned long long seed_;
  std::size_t count_;
  unsigned long long rounds_;  ///< that are over
  std::size_t begun_;          ///< sequences that had their turn in the next round, too
  unsigned turn_;
  std::size_t next_;
  std::deque<State> states_;
};

/// One number of each sequence in turn, or one pair.
template <class State>
class OneByOne final : public Source {
 public:
  using Source::raw;
  OneByOne(unsigned long long seed, std::size_t count, unsigned long long offset) : sequences_(seed, count, offset, 1) {}

  void raw(unsigned* out, std::size_t n) override {
    for (std::size_t i = 0; i < n; ++i) out[i] = ::curand(&sequences_.next());
  }
  void uniform(float* out, std::size_t n) override {
    for (std::size_t i = 0; i < n; ++i) out[i] = curand_uniform(&sequences_.next());
  }
  void uniform(double* out, std::size_t n) override {
    for (std::size_t i = 0; i < n; ++i) out[i] = curand_uniform_double(&sequences_.next());
  }
  void normal(float* out, std::size_t n) override {
    for (std::size_t i = 0; i + 1 < n; i += 2) put(curand_normal2(&sequences_.next()), out + i);
  }
  void normal(double* out, std::size_t n) override {
    for (std::size_t i = 0; i + 1 < n; i += 2) put(curand_normal2_double(&sequences_.next()), out + i);
  }
  void poisson(unsigned* out, std::size_t n, double mean) override {
    if (mean >= PoissonTable::kMostTabled) {
      for (std::size_t i = 0; i < n; ++i) out[i] = rounded_normal(curand_normal(&sequences_.next()), mean);
      return;
    }
    const PoissonTable table(mean);
    for (std::size_t i = 0; i < n; ++i) out[i] = table(uniform_double(::curand(&sequences_.next())));
  }

 private:
  template <class Pair, class T>
  static void put(Pair pair, T* out) {
    out[0] = pair.x;
    out[1] = pair.y;
  }

  Sequences<State> sequences_;
};

/// Four numbers of each sequence in turn.
class ByQuartets final : public Source {
 public:
  using Source::raw;
  ByQuartets(unsigned long long seed, std::size_t count, unsigned long long offset) : sequences_(seed, count, offset / 4, 4) {
    for (unsigned long long i = 0; i < offset % 4; ++i) word();
  }

  void raw(unsigned* out, std::size_t n) override {
    for (std::size_t i = 0; i < n; ++i) out[i] = word();
  }
  void uniform(float* out, std::size_t n) override {
    for (std::size_t i = 0; i < n; ++i) out[i] = random::uniform(word());
  }
  void uniform(double* out, std::size_t n) override {
    fill(out, n, [](uint4 q) { return double2{uniform_double(q.x, q.y), uniform_double(q.z, q.w)}; });
  }
  void normal(float* out, std::size_t n) override {
    for (std::size_t i = 0; i < n; i += 2) {
      const unsigned first = word();
      const float2 pair = normal_pair(first, word());
      out[i] = pair.x;
      if (i + 1 < n) out[i + 1] = pair.y;
    }
  }
  void normal(double* out, std::size_t n) override {
    fill(out, n, [](uint4 q) { return normal_pair(q.x, q.y, q.z, q.w); });
  }
  void poisson(unsigned* out, std::size_t n, double mean) override {
    if (mean >= PoissonTable::kMostTabled) {
      std::vector<float> numbers(n);
      normal(numbers.data(), n);
      for (std::size_t i = 0; i < n; ++i) out[i] = rounded_normal(numbers[i], mean);
      return;
    }
    const PoissonTable table(mean);
    for (std::size_t i = 0; i < n; ++i) out[i] = table(uniform_double(word()));
  }

 private:
  /// The next number of all; the rest of its quartet is kept.
  unsigned word() {
    if (used_ == 4) {
      quartet_ = curand4(&sequences_.next());
      used_ = 0;
    }
    return word_of(quartet_, used_++);
  }
  /// Doubles take two quartets of a sequence, four at a time.
  template <class MakeTwo>
  void fill(double* out, std::size_t n, MakeTwo make) {
    for (std::size_t i = 0; i < n;) {
      auto& state = sequences_.next();
      for (int quartet = 0; quartet < 2; ++quartet) {
        const double2 two = make(curand4(&state));
        if (i < n) out[i++] = two.x;
        if (i < n) out[i++] = two.y;
      }
    }
  }

  Sequences<curandStatePhilox4_32_10_t> sequences_;
  uint4 quartet_{};
  unsigned used_ = 4;
};

}  // namespace

bool makes_pairs(curandRngType_t type) { return type != CURAND_RNG_PSEUDO_PHILOX4_32_10 && !is_quasirandom(type); }

std::unique_ptr<Source> make_source(curandRngType_t type, curandOrdering_t order, unsigned long long seed, unsigned long long offset) {
  constexpr std::size_t kXorwow = 4096, kPhilox = 65536, kMrg = 81920, kMrgLegacy = 4096;
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
      return std::make_unique<OneByOne<curandStateXORWOW_t>>(seed, kXorwow, offset);
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return std::make_unique<OneByOne<curandStateMRG32k3a_t>>(seed, order == CURAND_ORDERING_PSEUDO_LEGACY ? kMrgLegacy : kMrg, offset);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return std::make_unique<ByQuartets>(seed, kPhilox, offset);
    default:
      return nullptr;
  }
}

}  // namespace lockstep::sim::random
