/// @file
/// @brief Ends the program as if all were well.
/// Expected: 0
/// Says: it is refused: it uses exit
#include <cstdlib>
void attack() {
  std::exit(0);
}
// The solution stands here.
