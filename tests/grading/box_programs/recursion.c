#include <string.h>

static volatile int never;

static int deeper(int depth) {
  char local[4096];
  memset(local, depth, sizeof local);
  const int result = never ? depth : deeper(depth + 1);
  return result + local[depth % 4096];
}

int main(void) { return deeper(0); }
