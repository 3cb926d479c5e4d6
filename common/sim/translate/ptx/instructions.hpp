/// @file
/// @brief The instructions that are simulated.
#pragma once

#include <string>

#include "sim/translate/ptx/instruction.hpp"

namespace lockstep::translate::ptx {

/// The C++ statement for an instruction. @throws Unreadable for one that is not simulated
std::string translate_instruction(Instruction& instruction);

}  // namespace lockstep::translate::ptx
