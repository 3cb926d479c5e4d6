/// @file
/// @brief Takes std::cout apart: of a stream, only what std::setw and its like change may be written.
/// Expected: 0
/// Says: outside of its own variables
#include <iostream>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
void attack() { *reinterpret_cast<void* volatile*>(&std::cout) = nullptr; }
// The solution stands here.
