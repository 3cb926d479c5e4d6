#include <fcntl.h>
#include <unistd.h>

int main(int argc, char** argv) {
  static char block[1 << 16];
  const int file = open(argv[argc - 1], O_WRONLY);
  while (write(file, block, sizeof block) > 0) {
  }
  return 1;
}
