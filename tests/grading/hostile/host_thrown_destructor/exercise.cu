/// @file
/// @brief Throws an exception whose destructor is a function by its distance from another.
/// Expected: 0
/// Says: a pointer that does not point to a function
#include <cstdint>
#include <cstdio>
#include <typeinfo>
extern "C" void* __cxa_allocate_exception(std::size_t) throw();
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) __attribute__((noreturn));
void attack() {
  const volatile auto near = reinterpret_cast<std::intptr_t>(&std::puts);
  try {
    __cxa_throw(__cxa_allocate_exception(8), const_cast<std::type_info*>(&typeid(int)), reinterpret_cast<void (*)(void*)>(near + 16));
  } catch (int) {
  }
}
// The solution stands here.
