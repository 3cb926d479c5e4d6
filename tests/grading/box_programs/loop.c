/* Loops, and heeds no signal that can be ignored. */
#include <signal.h>

int main(void) {
  for (int number = 1; number < 64; ++number) signal(number, SIG_IGN);
  for (;;) {
  }
}
