/* Leaves a detached process behind, which writes to the file that it was given, again and again. */
#include <fcntl.h>
#include <unistd.h>

#include "attempt.h"

int main(int argc, char** argv) {
  if (fork() != 0) {
    usleep(100000);
    return end();
  }
  setsid();
  if (fork() != 0) _exit(0);
  const int file = open(argv[argc - 1], O_WRONLY | O_APPEND);
  for (int i = 3; i < 64; ++i)
    if (i != file) close(i);
  for (int i = 0; i < 3; ++i) close(i);
  while (write(file, "x", 1) == 1) usleep(1000);
  for (;;) pause();
}
