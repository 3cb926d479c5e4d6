/// @file
/// @brief Makes the table of Poisson numbers.
#include "sim/libraries/curand/poisson_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "cuda_runtime.h"
#include "curand_kernel.h"

namespace lockstep::sim::random {

namespace {

double probability(unsigned k, double mean) { return std::exp(k * std::log(mean) - mean - log_factorial(static_cast<int>(k))); }

}  // namespace

PoissonTable::PoissonTable(double mean) : first_(static_cast<unsigned>(mean)) {
  while (first_ > 0 && probability(first_ - 1, mean) > 0) --first_;
  std::vector<double> probabilities;
  for (unsigned k = first_; k < mean || probability(k, mean) > 0; ++k) probabilities.push_back(probability(k, mean));
  fill(std::move(probabilities));
}

// What a column lacks, it takes from the last number that has more than a column, until that has less. Numbers that gave too much are
// filled in their turn, in this sweep or the next.
void PoissonTable::fill(std::vector<double> left) {
  const std::size_t n = left.size();
  const double width = 1.0 / static_cast<double>(n);
  marks_.resize(n);
  others_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    marks_[i] = static_cast<double>(i + 1) * width;
    others_[i] = static_cast<unsigned>(i);
  }
  std::vector<bool> is_full(n);
  std::size_t giver = n;  // one past it
  const auto find_giver = [&] {
    while (giver > 0 && (is_full[giver - 1] || left[giver - 1] < width)) --giver;
    return giver > 0;
  };
  for (int sweep = 0; sweep < 3; ++sweep)
    for (std::size_t i = 0; i < n; ++i) {
      if (is_full[i] || left[i] >= width) continue;
      if (!find_giver()) return;
      marks_[i] = static_cast<double>(i) * width + left[i];
      others_[i] = static_cast<unsigned>(giver - 1);
      is_full[i] = true;
      left[giver - 1] -= width - left[i];
    }
}

unsigned PoissonTable::operator()(double u) const {
  const auto column = std::min(static_cast<std::size_t>(u * static_cast<double>(marks_.size())), marks_.size() - 1);
  return first_ + (u < marks_[column] ? static_cast<unsigned>(column) : others_[column]);
}

}  // namespace lockstep::sim::random
