/// @file
/// @brief Defines a function of the simulator: it stays its own.
/// Expected: 11
/// Says: 
#include <string>
namespace lockstep::sim {
void start_check() {}
void start_profile(unsigned) {}
}  // namespace lockstep::sim
// The solution stands here.
