/// @file
/// @brief Asks for 100 GB at once.
/// Expected: 0
/// Says: not enough memory
#include <vector>
void attack() {
  std::vector<char> all(std::size_t{100} << 30, 1);
  all[all.size() / 2] = 2;
}
// The solution stands here.
