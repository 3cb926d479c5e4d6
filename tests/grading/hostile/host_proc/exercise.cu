/// @file
/// @brief Reads the grader's environment.
/// Expected: 0
/// Says: it is refused: it uses std::basic_ifstream
#include <fstream>
void attack() {
  std::ifstream file("/proc/self/environ");
  if (file.get() != 0) throw 1;
}
// The solution stands here.
