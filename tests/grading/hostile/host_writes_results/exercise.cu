/// @file
/// @brief Writes to the results, and to another submission.
/// Expected: 0
/// Says: it is refused: it uses fopen
#include <cstdio>
void attack() {
  if (std::FILE* file = std::fopen("../grades.csv", "w")) std::fputs("hostile,11\n", file);
}
// The solution stands here.
