/// @file
/// @brief The parts of a lambda.
#pragma once

#include "sim/translate/source/unit.hpp"

namespace lockstep::translate {

struct Lambda {
  Range captures;
  Range parameters;
  Range body;  ///< without the braces; {0, 0} where it is not a lambda
};

/// Reads the lambda that starts at the bracket `open`.
Lambda read_lambda(const Unit& unit, Index open);

}  // namespace lockstep::translate
