/// @file
/// @brief What changed from one record to another.
///
/// A time has changed where the medians lie more than 3 % apart and the faster median lies below every repetition of the slower one:
/// a slow repetition now and then, which every measurement has, changes nothing.
#pragma once

#include <string>
#include <vector>

#include "bench/record.hpp"

namespace lockstep::bench {

/// A version whose time changed, in one run, or at one value of a sweep.
struct Change {
  std::string place{};  ///< "04_dot_product size_2p20", "04_dot_product sweep_block block=64"
  std::string version{};
  double before_ms = 0, after_ms = 0;
};

struct Comparison {
  std::vector<Change> changed{};
  std::vector<std::string> added{}, gone{};  ///< a run, or a run and a version
  std::size_t compared = 0;                  ///< times that both have
};

Comparison compare(const std::vector<RecordedRun>& before, const std::vector<RecordedRun>& after);

/// At most 80 characters wide.
std::string comparison_text(const Comparison& comparison);

}  // namespace lockstep::bench
