/// @file
/// @brief Starts processes by system calls.
/// Expected: 0
/// Says: it is refused: it uses syscall
#include <unistd.h>
void attack() {
  for (int i = 0; i < 9; ++i) syscall(57);
}
// The solution stands here.
