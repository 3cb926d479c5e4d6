/// @file
/// @brief Asks the simulator for its counters by a name that stands in a comment of its headers.
/// Expected: 0
/// Says: it uses lockstep::sim::observers
#include <vector>
namespace lockstep::sim {
struct Observer;
const std::vector<Observer*>& observers();
}  // namespace lockstep::sim
void attack() { volatile auto count = lockstep::sim::observers().size(); }
// The solution stands here.
