/// @file
/// @brief Takes 100 GB, and writes to all of it.
/// Expected: 0
/// Says: memory
#include <cstdlib>
#include <cstring>
void attack() {
  for (int i = 0; i < 100; ++i)
    if (void* piece = malloc(std::size_t{1} << 30)) memset(piece, 1, std::size_t{1} << 30);
}
// The solution stands here.
