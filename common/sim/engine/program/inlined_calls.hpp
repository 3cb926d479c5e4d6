/// @file
/// @brief The inlined calls around an instruction, from the program's debug information.
#pragma once

#include <elfutils/libdw.h>

#include <vector>

namespace lockstep::sim {

/// A stretch of code that was inlined, and where it was called.
struct InlinedCall {
  Dwarf_Addr begin, end;
  unsigned depth;  ///< in the tree of calls: deeper is further inside
  unsigned call_file, call_line;
  bool copies_class;  ///< by a copy that the compiler generated, at the line of the class
  Dwarf_Die function;
};

/// Those around `address` in the unit, the innermost first. Needs more stack than a CUDA thread has; libdw serves one thread at a time.
std::vector<InlinedCall> inlined_calls_around(Dwarf_Die& unit, Dwarf_Addr address);

}  // namespace lockstep::sim
