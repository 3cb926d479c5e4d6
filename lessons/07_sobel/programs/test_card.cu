/// @file
/// @brief A whole program: it writes the lesson's test card to standard output, as a PGM picture.
#include "../test_card.hpp"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  const long width = argc == 3 ? std::atol(argv[1]) : 0, height = argc == 3 ? std::atol(argv[2]) : 0;
  if (width < 1 || height < 1) {
    std::fprintf(stderr, "usage: test_card WIDTH HEIGHT > card.pgm\n");
    return 2;
  }
  std::printf("P5\n%ld %ld\n255\n", width, height);
  unsigned noise = 1;
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      // A multiple of 4 is noise in its strip alone.
      noise = noise * 1664525U + 1013904223U;  // a linear congruential generator: its high bits are the better ones
      std::putchar(test_card_pixel(x, y, width, height, static_cast<unsigned char>(noise >> 24 & 0xfc)));
    }
}
