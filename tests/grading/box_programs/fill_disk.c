/* Writes files to a folder until nothing more goes in, and prints how many MB did. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "attempt.h"

int main(int argc, char** argv) {
  static char block[1 << 16];
  long blocks = 0;
  signal(SIGXFSZ, SIG_IGN);
  for (int i = 0; i < 100; ++i) {
    char name[4096];
    snprintf(name, sizeof name, "%s/%d", argv[argc - 1], i);
    const int file = open(name, O_WRONLY | O_CREAT, 0600);
    while (file >= 0 && write(file, block, sizeof block) == (ssize_t)sizeof block) ++blocks;
    close(file);
  }
  printf("%ld MB\n", blocks / 16);
  return end();
}
