/// @file
/// @brief Calls a function of the C library that no submission may name, by its distance from another.
/// Expected: 0
/// Says: a call through a pointer that does not point to a function
#include <cstdint>
#include <cstdio>
void attack() {
  const volatile auto near = reinterpret_cast<std::intptr_t>(&std::puts);
  reinterpret_cast<int (*)(const char*)>(near + 16)("");
}
// The solution stands here.
