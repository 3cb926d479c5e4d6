/// @file
/// @brief Has the compiler's library call a function by its address.
/// Expected: 0
/// Says: it uses __cxa_vec_ctor
#include <cstddef>
extern "C" void __cxa_vec_ctor(void*, std::size_t, std::size_t, void (*)(void*), void (*)(void*));
void attack() {
  int one = 0;
  __cxa_vec_ctor(&one, 1, 4, nullptr, nullptr);
}
// The solution stands here.
