/// @file
/// @brief The steps that the translator has marked in device code, found again in the machine code.
#pragma once

#include <vector>

#include "engine/source_lines.hpp"

namespace lockstep::sim {

/// The lines of the steps in the basic block whose hook's call ends at `pc`; a loop's body that was copied by the compiler has some of them
/// more than once. To be called while the hooks' calls are real. Needs more stack than a CUDA thread has.
const std::vector<CodeLine>& steps_of_block(const void* pc);

}  // namespace lockstep::sim
