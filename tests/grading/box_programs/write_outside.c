/* Opens each argument for writing, makes a file beside it, and removes it. */
#include <fcntl.h>
#include <unistd.h>

#include "attempt.h"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    char beside[4096];
    snprintf(beside, sizeof beside, "%s.more", argv[i]);
    ATTEMPT(argv[i], open(argv[i], O_WRONLY) >= 0);
    ATTEMPT(beside, open(beside, O_WRONLY | O_CREAT, 0600) >= 0);
    ATTEMPT("removed", unlink(argv[i]) == 0);
  }
  return end();
}
