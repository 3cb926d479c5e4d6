#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attempt.h"

int main(void) {
  const int terminal = posix_openpt(O_RDWR);
  ATTEMPT("terminal", open("/dev/tty", O_RDWR) >= 0);
  ATTEMPT("typing", ioctl(terminal, TIOCSTI, "x") == 0 || errno != EPERM);
  ATTEMPT("typing with more bits", syscall(SYS_ioctl, terminal, (1ul << 32) | TIOCSTI, "x") == 0 || errno != EPERM);
  return end();
}
