/// @file
/// @brief Which submissions of a class share more than the exercise makes everybody share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::grading {

/// A source and whose it is.
struct StudentSource {
  std::string student;
  std::string source;
};

/// Lines of a source, counted from 1; the last one is among them.
struct LineRange {
  std::size_t first = 1, last = 1;
};

/// The same sequence of tokens in both.
struct SharedPassage {
  LineRange one, other;
  std::size_t tokens = 0;
};

/// Two works that share much of what is their own: what is neither handed out nor in much of the class.
struct AlikePair {
  std::size_t one = 0, other = 0;               ///< indices of works
  double share_of_one = 0, share_of_other = 0;  ///< how much of each one's own tokens is shared, from 0 to 1
  std::size_t tokens = 0;                       ///< of its own that `one` shares
  std::vector<SharedPassage> passages;          ///< in the order of `one`

  /// The larger, the sooner it should be looked at.
  double weight() const { return static_cast<double>(tokens) * std::max(share_of_one, share_of_other); }
};

/// The pairs that share the most first. Works that differ in names, numbers, comments, layout, and the order of their functions and
/// statements are found; what one work has more than twice is compared once.
/// @param handed_out  sources that everybody was given
std::vector<AlikePair> alike_pairs(const std::vector<StudentSource>& works, const std::vector<std::string>& handed_out);

}  // namespace lockstep::grading
