/// @file
/// @brief Looks for the seed in the environment.
/// Expected: 0
/// Says: it is refused: it uses getenv
#include <cstdlib>
void attack() {
  if (std::getenv("LOCKSTEP_SEED") != nullptr) throw 1;
}
// The solution stands here.
