/* Reaches for other processes: that of the argument, the first one of the box, and children. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

#include "attempt.h"

int main(int argc, char** argv) {
  const pid_t other = atoi(argv[argc - 1]);
  char byte = 0;
  struct iovec here = {&byte, 1}, there = {&byte, 1};
  ATTEMPT("kill", kill(other, 0) == 0);
  ATTEMPT("ptrace", ptrace(PTRACE_SEIZE, other, NULL, NULL) == 0);
  ATTEMPT("ptrace of the first", ptrace(PTRACE_SEIZE, 1, NULL, NULL) == 0);
  ATTEMPT("be traced", ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
  ATTEMPT("read itself as another", process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1);
  ATTEMPT("memory of the first", open("/proc/1/mem", O_RDWR) >= 0);
  ATTEMPT("root of the first", open("/proc/1/root/", O_RDONLY) >= 0);
  if (argc == 3) { /* only in the box: outside it would end the machine */
    kill(1, SIGKILL);
    kill(1, SIGTERM);
  }
  return end();
}
