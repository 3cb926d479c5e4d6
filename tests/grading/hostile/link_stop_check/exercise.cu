/// @file
/// @brief Switches the check off.
/// Expected: 0
/// Says: it is refused: it uses lockstep::sim::stop_check
#include "lockstep/sim/check.hpp"
void attack() { lockstep::sim::stop_check(); }
// The solution stands here.
