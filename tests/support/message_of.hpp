/// @file
/// @brief What a user is told when something is wrong.
#pragma once

#include <functional>
#include <string>

#include "lockstep/usage_error.hpp"

namespace lockstep::testing {

inline std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace lockstep::testing
