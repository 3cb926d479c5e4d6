/// @file
/// @brief Makes an exception where the C library keeps its output.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdio>
#include <new>
#include <stdexcept>
void attack() { new (&stdout) std::runtime_error("here"); }
// The solution stands here.
