/* Takes time, but no processor time. */
#include <unistd.h>

int main(void) {
  for (;;) pause();
}
