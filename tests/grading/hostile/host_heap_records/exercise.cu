/// @file
/// @brief Writes over the heap's own records, so that the next block of memory is where the C library keeps its output.
/// Expected: 0
/// Says: the heap's own records
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
void attack() {
  void *const a = std::malloc(513), *const b = std::malloc(513);
  std::free(a);
  std::free(b);
  const auto place = (reinterpret_cast<std::uintptr_t>(&stdout) + 15) / 16 * 16;
  *static_cast<volatile std::uintptr_t*>(b) = (reinterpret_cast<std::uintptr_t>(b) >> 12) ^ place;
  static void* volatile taken = std::malloc(513);
  static std::string text(512, 'x');
}
// The solution stands here.
