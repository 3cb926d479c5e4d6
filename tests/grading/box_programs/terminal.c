/* Its input is not a terminal, so the filter does not even come into play. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attempt.h"

int main(void) {
  ATTEMPT("terminal", open("/dev/tty", O_RDWR) >= 0);
  ATTEMPT("typing", ioctl(STDIN_FILENO, TIOCSTI, "x") == 0 || errno != EPERM);
  ATTEMPT("typing with more bits", syscall(SYS_ioctl, STDIN_FILENO, (1ul << 32) | TIOCSTI, "x") == 0 || errno != EPERM);
  return end();
}
