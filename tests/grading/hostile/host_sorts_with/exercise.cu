/// @file
/// @brief Has the C library call a function by its distance from another.
/// Expected: 0
/// Says: a pointer that does not point to a function
#include <cstdint>
#include <cstdio>
#include <cstdlib>
void attack() {
  const volatile auto near = reinterpret_cast<std::intptr_t>(&std::puts);
  int two[2] = {2, 1};
  std::qsort(two, 2, sizeof(int), reinterpret_cast<int (*)(const void*, const void*)>(near + 16));
}
// The solution stands here.
