/// @file
/// @brief Puts a check before each access to memory, and each jump through a pointer, of a program in assembly.
///
/// Software fault isolation (Wahbe, Lucco, Anderson, Graham, SOSP 1993), as Native Client made it known: what a program may touch is
/// checked where it touches it, in its machine code, and not in its source, where there is always another way to say it. The checks are
/// in grading/guard/runtime.cpp. Accesses that can only go to the stack's last frame, or to a variable by its name, need none.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>

namespace lockstep::grading {

/// @param assembly  what GCC wrote for x86-64
/// @return why it is refused, with the line; nothing where `guarded` is the program with checks
std::optional<std::string> guard(std::istream& assembly, std::ostream& guarded);

}  // namespace lockstep::grading
