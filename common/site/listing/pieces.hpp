/// @file
/// @brief Tells a version's kernels, and what they use, from the code that launches them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/listing/tokens.hpp"

namespace lockstep::site {

/// A line of a file as a listing shows it.
struct CodeLine {
  std::size_t number = 0;  ///< in its file, from 1; 0: a blank line between two parts
  TokenLine tokens{};
};

struct SourceText {
  std::string name{};  ///< of the file
  std::string text{};
};

/// A file without its head, its includes and its namespaces.
struct CodeOfFile {
  std::string name{};
  std::vector<CodeLine> kernel{};  ///< functions for the device, and the types and constants that they use
  std::vector<CodeLine> launch{};  ///< run(), what it uses, and the registration of the version
};

/// @param sources  a version's file, and the headers of its lesson that it includes, of which only what it uses is kept. In a file of the
/// CPU,
///                 NAME.cpp, all but the registration counts as kernel.
std::vector<CodeOfFile> code_of_version(const std::vector<SourceText>& sources);

}  // namespace lockstep::site
