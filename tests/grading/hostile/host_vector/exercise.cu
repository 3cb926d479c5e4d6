/// @file
/// @brief Asks for 100 GB at once: more than most machines have, and than the box lets it use where one has them.
/// Expected: 0
/// Says: memory
#include <vector>
const char* volatile seen;  // otherwise a compiler may see that the memory is not needed
void attack() {
  const std::vector<char> all(std::size_t{100} << 30, 1);
  seen = all.data();
}
// The solution stands here.
