/* 100 GB: "reserve" leaves them alone, "touch" writes to them, "share" writes to pages that are shared, "children" has children write. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "attempt.h"

int main(int argc, char** argv) {
  const size_t piece = (size_t)1 << 28;
  const int sharing = strcmp(argv[argc - 1], "share") == 0 ? MAP_SHARED : MAP_PRIVATE;
  if (strcmp(argv[argc - 1], "reserve") == 0) {
    mmap(NULL, piece * 400, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return end();
  }
  for (int i = 0; i < 400; ++i) {
    if (strcmp(argv[argc - 1], "children") == 0 && fork() > 0) continue;
    char* const memory = mmap(NULL, piece, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 1;
    memset(memory, 1, piece);
    if (strcmp(argv[argc - 1], "children") == 0) break;
  }
  for (;;) pause();
}
