/* Tries to have more rights than it was given. */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attempt.h"

static long clone_with(unsigned long flags) {
  const long child = syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) _exit(0);
  return child;
}

int main(void) {
  struct {
    unsigned long long flags, rest[7];
  } arguments = {CLONE_NEWUSER, {0}};
  ATTEMPT("setuid", setuid(0) == 0);
  ATTEMPT("privileges by setuid programs", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1);
  ATTEMPT("user namespace by unshare", unshare(CLONE_NEWUSER) == 0);
  ATTEMPT("user namespace by clone", clone_with(CLONE_NEWUSER) >= 0);
  ATTEMPT("user namespace by clone3", syscall(SYS_clone3, &arguments, sizeof arguments) >= 0);
  ATTEMPT("namespace of another", setns(open("/proc/self/ns/user", O_RDONLY), 0) == 0);
  ATTEMPT("mount", mount("none", "/tmp", "tmpfs", 0, NULL) == 0);
  ATTEMPT("unmount", umount2("/proc/1", MNT_DETACH) == 0);
  ATTEMPT("chroot", chroot("/tmp") == 0);
  ATTEMPT("settings of the kernel", open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0);
  ATTEMPT("sysrq", open("/proc/sysrq-trigger", O_WRONLY) >= 0);
  return end();
}
