/// @file
/// @brief Switches the check off, declared by itself.
/// Expected: 0
/// Says: it is refused: it uses lockstep::sim::stop_check
namespace lockstep::sim {
void stop_check();
}  // namespace lockstep::sim
void attack() { lockstep::sim::stop_check(); }
// The solution stands here.
