/// @file
/// @brief Poisson numbers from one uniform number each, as cuRAND's host API makes them.
#pragma once

#include <vector>

namespace lockstep::sim::random {

/// The largest mean that cuRAND takes.
inline constexpr double kMostPoissonMean = 400000;

/// A table of as many columns as there are numbers whose probability is above 0. A column is as wide as all others, and stands for its own
/// number up to a mark, and for one other from there on (Marsaglia, Tsang and Wang, "Fast Generation of Discrete Random Variables", 2004:
/// the square histogram).
class PoissonTable {
 public:
  /// From this mean on, cuRAND rounds normal numbers instead.
  static constexpr double kMostTabled = 2000;

  explicit PoissonTable(double mean);
  /// @param u  a uniform number
  unsigned operator()(double u) const;

 private:
  void fill(std::vector<double> probabilities);

  unsigned first_;  ///< the number of the first column
  std::vector<double> marks_{};
  std::vector<unsigned> others_{};
};

}  // namespace lockstep::sim::random
