/// @file
/// @brief Makes memory that can be run.
/// Expected: 0
/// Says: it is refused: it uses mmap
#include <sys/mman.h>
void attack() {
  mmap(nullptr, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
// The solution stands here.
