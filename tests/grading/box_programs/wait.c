/* Takes time, and no processor. */
#include <unistd.h>

int main(void) {
  for (;;) pause();
}
