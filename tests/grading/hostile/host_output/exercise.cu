/// @file
/// @brief Prints without end.
/// Expected: 0
/// Says: and was stopped
#include <cstdio>
void attack() {
  for (;;) std::puts("hostile hostile hostile hostile hostile hostile hostile hostile");
}
// The solution stands here.
