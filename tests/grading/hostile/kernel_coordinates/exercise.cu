/// @file
/// @brief Writes to threadIdx, by which the course's code tells threads apart.
/// Expected: 0
/// Says: outside of its own variables
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
__global__ void attack_coordinates() { const_cast<unsigned&>(reinterpret_cast<const unsigned&>(threadIdx)) = 3; }
void attack() { attack_coordinates<<<1, 32>>>(); }
// The solution stands here.
