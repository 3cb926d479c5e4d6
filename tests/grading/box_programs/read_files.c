/* Reads a byte of each argument, and prints the environment. */
#include <fcntl.h>
#include <unistd.h>

#include "attempt.h"

extern char** environ;

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    char byte;
    ATTEMPT(argv[i], read(open(argv[i], O_RDONLY), &byte, 1) == 1);
    ATTEMPT(argv[i], open(argv[i], O_RDONLY | O_DIRECTORY) >= 0);
  }
  for (char** word = environ; *word != NULL; ++word)
    if (strncmp(*word, "PATH=", 5) != 0 && strncmp(*word, "HOME=", 5) != 0 && strncmp(*word, "LC_ALL=", 7) != 0 &&
        strncmp(*word, "PWD=", 4) != 0)
      puts(*word);
  return end();
}
