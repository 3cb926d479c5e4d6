/// @file
/// @brief From an instruction to the line of the student's source.
#pragma once

#include <string>

namespace lockstep::sim {

struct CodeLine {
  std::string file;  ///< empty where there is no debug information
  unsigned line = 0;
  auto operator<=>(const CodeLine&) const = default;
};

/// The line of the call that ends at `pc`. Where that is in an inline function of the simulator's headers or the system's, the line
/// that called it. Needs more stack than a CUDA thread has.
CodeLine code_line(const void* pc);

/// "k.cu:12" for the instruction at `pc`; "an unknown line" where there is no debug information. Looks on a stack of its own.
std::string source_line(const void* pc);

}  // namespace lockstep::sim
