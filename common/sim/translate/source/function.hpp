/// @file
/// @brief The parts of a function's declaration.
#pragma once

#include "sim/translate/source/unit.hpp"

namespace lockstep::translate {

struct Function {
  Range specifiers;    ///< what stands before the name, template headers aside
  Index name = kNone;  ///< `kNone` where it is not a function
  Index open = kNone;  ///< parenthesis of the parameters
  Index end = kNone;   ///< where the head ends: at the body's `{`, or at `;` or `=`
  bool defined = false;
};

/// Reads the function whose declaration starts at `statement`; without a name where it is not one.
Function read_function(const Unit& unit, Index statement);

}  // namespace lockstep::translate
