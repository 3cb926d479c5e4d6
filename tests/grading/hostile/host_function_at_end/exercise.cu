/// @file
/// @brief Registers a function for the program's end by its distance from another.
/// Expected: 0
/// Says: a pointer that does not point to a function
#include <cstdint>
#include <cstdio>
extern "C" int __cxa_atexit(void (*)(void*), void*, void*);
void attack() {
  const volatile auto near = reinterpret_cast<std::intptr_t>(&std::puts);
  __cxa_atexit(reinterpret_cast<void (*)(void*)>(near + 16), nullptr, nullptr);
}
// The solution stands here.
