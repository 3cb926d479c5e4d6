/// @file
/// @brief From a program counter to the line of the source.
#pragma once

#include <string>

namespace lockstep::sim {

/// "k.cu:12" for an instruction of this program, from its debug information; "an unknown line" where there is none.
std::string source_line(const void* pc);

}  // namespace lockstep::sim
