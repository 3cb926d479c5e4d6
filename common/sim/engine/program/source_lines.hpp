/// @file
/// @brief From an instruction to the line of the student's source.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::sim {

struct CodeLine {
  std::string file;  ///< empty where there is no debug information
  unsigned line = 0;
  auto operator<=>(const CodeLine&) const = default;
};

/// Is this one of the simulator's headers, or of the system's?
bool is_library(std::string_view file);

/// The line of the call that ends at `pc`. Where that is in an inline function of the simulator's headers or the system's, the line
/// that called it. Needs more stack than a CUDA thread has.
CodeLine code_line(const void* pc);

/// The path relative to the current folder where the file is below it, otherwise as it is.
std::string short_path(const std::string& file);

/// The same as "k.cu:12"; "an unknown line" where there is no debug information. Looks on a stack of its own.
std::string source_line(const void* pc);

}  // namespace lockstep::sim
