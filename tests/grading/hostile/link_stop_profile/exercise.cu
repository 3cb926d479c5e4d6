/// @file
/// @brief Reads the counters, declared by itself.
/// Expected: 0
/// Says: it is refused: it uses lockstep::sim::stop_profile
#include <vector>
namespace lockstep::sim {
struct Profile {
  std::vector<int> launches, requests;
};
Profile stop_profile();
}  // namespace lockstep::sim
void attack() { lockstep::sim::stop_profile(); }
// The solution stands here.
