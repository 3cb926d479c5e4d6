/// @file
/// @brief The steps that the translator has marked in device code, found again in the machine code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/engine/program/source_lines.hpp"

namespace lockstep::sim {

struct Step {
  std::uintptr_t address;  ///< of its mark: accesses of the statement come after it
  CodeLine line;
};

/// The steps of one basic block. `pc` is the address after the call of `__sanitizer_cov_trace_pc` (the hook) that the
/// compiler puts at the block's beginning. A line is there several times where the compiler has copied a loop's body. To be called
/// while the calls of the hook are in the code, and not replaced by no-ops. Needs more stack than a CUDA thread has.
const std::vector<Step>& steps_of_block(const void* pc);

/// How many there are. A CUDA thread's stack is large enough.
std::size_t count_steps_of_block(const void* pc);

/// The line of the last instruction of a basic block: where threads part, that of the branch. The rest is as above.
CodeLine last_line_of_block(const void* pc);

}  // namespace lockstep::sim
