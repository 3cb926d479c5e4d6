/// @file
/// @brief Which line of the student's source an instruction belongs to.
#pragma once

#include <string>

namespace lockstep::sim {

struct CodeLine {
  std::string file;  ///< empty where there is no debug information
  unsigned line = 0;
  auto operator<=>(const CodeLine&) const = default;
};

/// The line of the call that ends at `pc`. Where that is in an inline function of the simulator's headers or the system's, the line
/// that called it. Must not be asked on a CUDA thread's stack, which is too small for it.
CodeLine code_line(const void* pc);

}  // namespace lockstep::sim
