/* What hostile programs try. Each that succeeds is printed; a program that got through all of its attempts ends with "end". */
#pragma once

#include <stdio.h>
#include <string.h>

#define ATTEMPT(what, came_off)         \
  do {                                  \
    if (came_off) printf("%s\n", what); \
  } while (0)

static int end(void) {
  puts("end");
  return 0;
}
