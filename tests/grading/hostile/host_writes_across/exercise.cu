/// @file
/// @brief Copies to a place in front of the thread's block so much that the copy ends behind it: the simulator's thread variables lie within.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>
#include <cstring>
#include <vector>
void attack() {
  auto* const begin = static_cast<char*>(__builtin_thread_pointer()) - 2048;
  std::vector<char> all(2048 + 2304 + 8);
  std::memcpy(all.data(), begin, all.size());
  std::memcpy(begin, all.data(), all.size());
}
// The solution stands here.
