/// @file
/// @brief Asks for 100 GB at once: more than most machines have, and than the box lets it use where one has them.
/// Expected: 0
/// Says: memory
#include <vector>
void attack() {
  std::vector<char> all(std::size_t{100} << 30, 1);
  all[all.size() / 2] = 2;
}
// The solution stands here.
