/// @file
/// @brief Brings a list of versions of its own.
/// Expected: 0
/// Says: does not start
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

template <>
const std::vector<Version::Entry>& lockstep::Version<Norm>::list_with(const Entry*) {
  static const std::vector<Entry> own;
  return own;
}
// The solution stands here.
