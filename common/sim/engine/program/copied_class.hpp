/// @file
/// @brief Which class an access copies: what the compiler knew of its alignment.
#pragma once

#include <cstdint>

namespace lockstep::sim {

/// The alignment of the class that the access before `pc` copies as a whole; 0 where it copies none, and where there is no debug
/// information. Looks once for each `pc`, on a stack of its own.
std::uint32_t alignment_of_copied_class(const void* pc);

}  // namespace lockstep::sim
