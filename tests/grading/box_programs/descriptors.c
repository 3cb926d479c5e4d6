/* Open files besides its input and outputs, and what its input holds. */
#include <fcntl.h>
#include <unistd.h>

#include "attempt.h"

int main(void) {
  char byte;
  for (int file = 3; file < 4096; ++file) ATTEMPT("a file of another", fcntl(file, F_GETFD) >= 0);
  ATTEMPT("input", read(STDIN_FILENO, &byte, 1) != 0);
  return end();
}
