#include <linux/netlink.h>
#include <sys/socket.h>

#include "attempt.h"

int main(void) {
  int pair[2];
  ATTEMPT("inet", socket(AF_INET, SOCK_STREAM, 0) >= 0);
  ATTEMPT("inet6", socket(AF_INET6, SOCK_DGRAM, 0) >= 0);
  ATTEMPT("unix", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  ATTEMPT("netlink", socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) >= 0);
  ATTEMPT("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  return end();
}
