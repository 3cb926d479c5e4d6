/// @file
/// @brief Jumps over the harness.
/// Expected: 0
/// Says: it is refused: it uses
#include <csetjmp>

jmp_buf place;
void attack() {
  if (setjmp(place) == 0) longjmp(place, 1);
}
// The solution stands here.
