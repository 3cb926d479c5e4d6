/// @file
/// @brief What the translator makes of `memcpy`, `memmove` and `memset`: functions that know which accesses a GPU would make.
///
/// nvcc knows the alignment of the arrays that it sees, but not of what a pointer points to: that it copies one byte at a time, whatever
/// the pointer's type, in a loop of one load and one store.
#pragma once

#include <cstddef>

namespace lockstep::sim {

// Each does what the C library's does, in host code too: which of the two calls, only the running program knows.

void* copy_bytes(void* to, const void* from, std::size_t bytes);  ///< `memcpy`
void* move_bytes(void* to, const void* from, std::size_t bytes);  ///< `memmove`
void* set_bytes(void* to, int value, std::size_t bytes);          ///< `memset`

}  // namespace lockstep::sim
