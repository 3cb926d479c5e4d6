/// @file
/// @brief Ends the program as if all were well, at once.
/// Expected: 0
/// Says: it is refused: it uses _Exit
#include <cstdlib>
void attack() {
  std::_Exit(0);
}
// The solution stands here.
