/* All ways to a second process. */
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attempt.h"

extern char** environ;

static pid_t forked(void) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  return child;
}

static pid_t vforked(void) {
  const pid_t child = (pid_t)syscall(SYS_vfork);
  if (child == 0) _exit(0);
  return child;
}

static long cloned(void) {
  const long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) _exit(0);
  return child;
}

int main(int argc, char** argv) {
  char* const none[] = {argv[argc - 1], NULL};
  pid_t child;
  ATTEMPT("fork", forked() >= 0);
  ATTEMPT("vfork", vforked() >= 0);
  ATTEMPT("clone", cloned() >= 0);
  ATTEMPT("posix_spawn", posix_spawn(&child, argv[0], NULL, NULL, none, environ) == 0);
  ATTEMPT("system", system("exit 0") == 0);
  fflush(stdout);
  execve("/usr/bin/env", none, environ);
  execve("/bin/sh", none, environ);
  return end();
}
