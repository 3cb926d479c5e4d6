/* Asks for what is hidden from the watch, or is large and of no use here. */
#include <errno.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attempt.h"

static int is_there(long number) {
  syscall(number, 0, 0, 0, 0, 0, 0);
  return errno != EPERM;
}

int main(void) {
  ATTEMPT("memfd", memfd_create("hidden", 0) >= 0);
  ATTEMPT("System V memory", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0);
  ATTEMPT("System V messages", msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0);
  ATTEMPT("io_uring", is_there(SYS_io_uring_setup));
  ATTEMPT("bpf", is_there(SYS_bpf));
  ATTEMPT("perf", is_there(SYS_perf_event_open));
  ATTEMPT("userfaultfd", is_there(SYS_userfaultfd));
  ATTEMPT("keys", is_there(SYS_keyctl));
  return end();
}
