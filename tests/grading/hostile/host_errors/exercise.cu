/// @file
/// @brief Prints 8 MB of errors, and fails.
/// Expected: 0
/// Says: exited with status
#include <cstdio>
#include <stdexcept>
void attack() {
  for (int i = 0; i < 100000; ++i) std::fputs("hostile hostile hostile hostile hostile hostile hostile hostile hostile hostile\n", stderr);
  throw std::runtime_error("hostile");
}
// The solution stands here.
