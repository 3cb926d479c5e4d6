/// @file
/// @brief Ends the program as if all were well.
/// Expected: 0
/// Says: wrote 0 bytes of output
#include <cstdlib>
void attack() {
  std::exit(0);
}
// The solution stands here.
