/// @file
/// @brief Aborts.
/// Expected: 0
/// Says: signal 6
#include <cstdlib>
void attack() {
  std::abort();
}
// The solution stands here.
