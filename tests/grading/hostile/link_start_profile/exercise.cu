/// @file
/// @brief Begins counting anew.
/// Expected: 0
/// Says: it is refused: it uses lockstep::sim::start_profile
#include "lockstep/sim/profile.hpp"
void attack() { lockstep::sim::start_profile(); }
// The solution stands here.
