/// @file
/// @brief What an instruction does with memory and with the flags.
#pragma once

#include <optional>

#include "grading/guard/assembly.hpp"

namespace lockstep::grading {

struct Effect {
  int bytes = 0;  ///< of the memory operand, if there is one and it is read or written
  bool reads = false, writes = false;
  bool reads_flags = false, sets_flags = false;  ///< sets: all that anybody reads later
  bool is_repeated = false;                      ///< `bytes` again and again, from (%rsi) if it reads and to (%rdi), %rcx times
};

/// @return nothing for an instruction that GCC does not write in a program of ours: it may do anything
std::optional<Effect> effect_of(const Instruction& instruction);

/// The operand in memory that the instruction reads or writes; null where there is none.
const Operand* memory_of(const Instruction& instruction);

}  // namespace lockstep::grading
