/// @file
/// @brief Factorials and sums of Poisson's probabilities.
#include <math.h>

#include <algorithm>
#include <cmath>

#include "curand/poisson.hpp"

namespace lockstep::sim::random {

double log_factorial(int n) {
  int sign = 0;
  return lgamma_r(n + 1.0, &sign);  // std::lgamma writes to a global variable
}

// The first probability of a large mean is 0 in double: so exp(-mean) is multiplied in by pieces.
unsigned poisson_at(double place, double mean) {
  constexpr double kPiece = 500;
  unsigned count = 0;
  double probability = 1, sum = 1;
  for (double done = 0; done == 0 || done < mean; done += kPiece) {
    const double factor = std::exp(-std::min(kPiece, mean - done));
    probability *= factor;
    sum *= factor;
    while (place > sum) {
      ++count;
      probability *= mean / count;
      sum += probability;
    }
  }
  return count;
}

}  // namespace lockstep::sim::random
