/// @file
/// @brief The parts of a variable's declaration.
#pragma once

#include <string>
#include <vector>

#include "sim/translate/source/unit.hpp"

namespace lockstep::translate {

/// What stands before the declarators.
struct Specifiers {
  std::string type;               ///< with a space at its end
  std::vector<Index> alignments;  ///< the words `alignas`, `__align__`, `__attribute__`
  std::string attributes;         ///< `[[…]]`
  bool is_extern = false;
  Range record;           ///< a class that is defined here, from its key to its `}`
  Index declarators = 0;  ///< the first token after the specifiers
};

/// One variable of a declaration: its name with what stands around it.
struct Declarator {
  Range tokens;
  Index name = kNone;         ///< `kNone` where there is none
  Index initialiser = kNone;  ///< where it begins; `kNone` where there is none
  std::vector<Index> alignments;
};

/// True for `alignas`, `__align__` and `__attribute__`.
bool is_alignment(Word word);

/// Reads the specifiers of the declaration that starts at `at`.
Specifiers read_specifiers(const Unit& unit, Index at);

/// Reads what stands between two commas, or between a comma and the end.
Declarator read_declarator(const Unit& unit, Range tokens);

}  // namespace lockstep::translate
