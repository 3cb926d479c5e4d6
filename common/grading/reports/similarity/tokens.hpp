/// @file
/// @brief A source as a sequence of tokens that renaming, comments and layout do not change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep::grading {

constexpr std::size_t kMostTokens = 50'000;  ///< of a file; what comes after them is not compared

/// A word, a number, or a character of C++.
struct Token {
  std::uint64_t kind = 0;  ///< equal for all names that a student can choose, for all numbers, and for all strings
  std::size_t line = 0;    ///< counted from 1
};

/// The tokens of a source, which need not be valid C++. Comments, includes, braces and words such as `const` are left out: they can be
/// added and removed without changing what the code does. Keywords and CUDA's names remain themselves.
std::vector<Token> tokens_of(std::string_view source);

}  // namespace lockstep::grading
