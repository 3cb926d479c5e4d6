/// @file
/// @brief Sets the state of a stream where there is none.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdio>
#include <ios>
void attack() { reinterpret_cast<std::ios*>(&stdout)->clear(std::ios::badbit); }
// The solution stands here.
