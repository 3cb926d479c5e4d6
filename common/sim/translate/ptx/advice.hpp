/// @file
/// @brief What to use instead of an instruction that is not simulated.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::translate::ptx {

/// `; use …`, or nothing.
std::string advice_on(std::string_view opcode);

}  // namespace lockstep::translate::ptx
