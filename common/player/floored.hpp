/// @file
/// @brief Division that rounds down: indices may be negative, where a kernel went out of bounds.
#pragma once

#include <cstdint>

namespace lockstep::player {

struct Floored {
  std::int64_t quotient, rest;  ///< rest: from 0, and less than the divisor
};

/// @param by  positive
constexpr Floored floored(std::int64_t number, std::int64_t by) {
  const std::int64_t rest = (number % by + by) % by;
  return {(number - rest) / by, rest};
}

}  // namespace lockstep::player
