/* Ends as it is told: "exit 3", "signal 11". */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  const int number = atoi(argv[argc - 1]);
  if (strcmp(argv[1], "signal") == 0) raise(number);
  return number;
}
