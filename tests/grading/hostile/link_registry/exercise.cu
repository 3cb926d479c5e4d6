/// @file
/// @brief Brings a list of versions of its own.
/// Expected: 0
/// Says: does not start
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

template <>
std::vector<Version::Entry>& lockstep::Version<Norm>::registry() {
  static std::vector<Entry> own;
  return own;
}
// The solution stands here.
