#include <stdio.h>

int main(void) {
  puts("begin");
  for (;;) puts("0123456789012345678901234567890123456789");
}
