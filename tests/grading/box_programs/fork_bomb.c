/* Doubles again and again; if nothing stops it, it stops by itself, at as many processes as a machine can bear. */
#include <sys/mman.h>
#include <unistd.h>

#include "attempt.h"

int main(void) {
  int* const started = mmap(NULL, sizeof *started, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  alarm(20);
  if (fork() < 0) return end();
  while (__atomic_add_fetch(started, 1, __ATOMIC_RELAXED) < 4000) fork();
  alarm(20); /* a child does not have its parent's */
  for (;;) pause();
}
