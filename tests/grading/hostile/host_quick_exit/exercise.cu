/// @file
/// @brief Ends the program in a third way.
/// Expected: 0
/// Says: it is refused: it uses quick_exit
#include <cstdlib>
void attack() {
  std::quick_exit(0);
}
// The solution stands here.
