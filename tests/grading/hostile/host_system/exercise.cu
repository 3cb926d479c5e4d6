/// @file
/// @brief Runs a line of shell.
/// Expected: 0
/// Says: it is refused: it uses system
#include <cstdlib>
void attack() {
  if (system("echo hostile >/tmp/lockstep_hostile") != 0) return;
}
// The solution stands here.
