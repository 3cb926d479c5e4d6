/// @file
/// @brief Direction vectors of Sobol's sequences.
#pragma once

#include <vector>

namespace lockstep::sim::random {

/// So many dimensions have polynomials of degree 11 or less.
inline constexpr unsigned kMostDimensions = 337;
/// cuRAND has as many.
inline constexpr unsigned kMostDimensionsOfCurand = 20000;
extern const unsigned short kInitialDirections[];

/// A dimension: one vector for each bit of `Word`, and what all points are shifted by.
template <class Word>
struct Directions {
  static constexpr int kBits = 8 * sizeof(Word);
  Word vectors[kBits];
  Word shift;
};

/// Of all dimensions. Scrambled ones are multiplied by a random matrix and shifted (Matoušek, "On the L2-discrepancy for anchored boxes",
/// 1998): their points spread as evenly as cuRAND's, but are others.
template <class Word>
const std::vector<Directions<Word>>& directions(bool scrambled);

}  // namespace lockstep::sim::random
