/// @file
/// @brief A function writes over its return address: it would go on anywhere in the program, past the checks.
/// Expected: 0
/// Says: a function has changed where it returns to
#include <cstdint>
#include <cstdio>
namespace {
[[gnu::noinline]] void returns_elsewhere() {
  void** const frame = static_cast<void**>(__builtin_frame_address(0));
  frame[1] = reinterpret_cast<void*>(&std::puts);
}
}  // namespace
void attack() { returns_elsewhere(); }
// The solution stands here.
