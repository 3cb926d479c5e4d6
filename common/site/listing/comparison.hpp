/// @file
/// @brief What differs between two codes: lines, and words in lines that are alike.
#pragma once

#include <cstddef>
#include <vector>

#include "site/listing/tokens.hpp"

namespace lockstep::site {

/// A line of the code before or of the code after, in the order of a diff.
struct DiffLine {
  enum class Kind { kept, removed, added };
  Kind kind = Kind::kept;
  std::size_t line = 0;           ///< in the code before if it was removed, otherwise in the code after
  std::vector<bool> differing{};  ///< by token of code: those that its counterpart lacks; empty if it has no counterpart
};

/// Comments and blanks do not count; lines without code are passed over.
std::vector<DiffLine> compared(const std::vector<TokenLine>& before, const std::vector<TokenLine>& after);

}  // namespace lockstep::site
