/// @file
/// @brief Writes to memory of the harness, to which it is given a reference: there are the counters, too.
/// Expected: 0
/// Says: outside of its own variables
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
void attack() { const_cast<lockstep::VersionInfo&>(Version::entries().front().info).memory = lockstep::Memory::host; }
// The solution stands here.
