/// @file
/// @brief Starts processes that start processes, some hundreds of them.
/// Expected: 0
/// Says: it is refused: it uses fork
#include <unistd.h>
void attack() {
  for (int i = 0; i < 9; ++i) fork();
}
// The solution stands here.
