/// @file
/// @brief Writes to the variables of those that have called run(), which lie on the same stack.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>
void attack() {
  auto* const frame = static_cast<volatile std::uintptr_t*>(__builtin_frame_address(0));
  for (int i = 60; i < 1000; ++i)
    if (frame[i] != 0) frame[i] = frame[i] + 8;
}
// The solution stands here.
